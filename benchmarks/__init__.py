"""Measurements, each a command that prints ratios of one run. They are no tests."""
