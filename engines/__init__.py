"""Rules and boards as pure values: no I/O once loaded, no clock, no randomness, no logging."""
