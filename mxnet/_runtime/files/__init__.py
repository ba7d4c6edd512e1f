"""Bytes of files: parameters and pickled data."""
