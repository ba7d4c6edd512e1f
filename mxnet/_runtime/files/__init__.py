"""File formats: parameters and pickled data."""
