"""English: the day first, the hours to 24."""
