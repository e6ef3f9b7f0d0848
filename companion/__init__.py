"""The table: one writer, reconciling, refereeing, storing, fair chance, printing, command line."""
