"""How dates and times are written, language by language."""
