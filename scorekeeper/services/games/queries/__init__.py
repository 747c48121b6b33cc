"""Reading for pages: a module for each page, frozen rows, as many statements for large games as for small."""
