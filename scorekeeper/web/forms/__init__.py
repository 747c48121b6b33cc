"""What people type, read into deeds: shape only. Whether it is allowed the core says."""
