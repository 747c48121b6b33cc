"""What the pages show: a module for each, frozen rows, no more queries for a large game than for a small."""
