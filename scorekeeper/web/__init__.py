"""The table top: the only place that knows HTTP."""
