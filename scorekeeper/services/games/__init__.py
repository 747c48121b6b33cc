"""Games: starting one, recording its events, and the rights to it."""
