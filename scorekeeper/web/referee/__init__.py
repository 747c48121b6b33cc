"""The pages of the referee, with a game and without one."""
