"""What the pages of leagues show: one function a page."""
