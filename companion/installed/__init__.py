"""Tavolo as a service of the machine: the unit that systemd reads, and telling systemd that all is well."""
