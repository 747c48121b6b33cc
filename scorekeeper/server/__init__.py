"""Running a server on one data folder: its process, connections, lock, log and hourly work."""
