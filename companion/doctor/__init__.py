"""Looks whether this machine is fit for an evening: small checks, each alone, that say what to do about what is not."""
