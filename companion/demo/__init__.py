"""A whole short game that plays itself on the virtual table, for whoever wants to see what Tavolo does."""
