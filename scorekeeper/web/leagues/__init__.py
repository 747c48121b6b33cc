"""The pages of leagues: seasons, players, nights, and running them."""
