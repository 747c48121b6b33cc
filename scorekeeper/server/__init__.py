"""Running a server on one data folder: its processes, connections, lock, log and hourly work."""
