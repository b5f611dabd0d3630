"""Which device sends something, and what is accepted of what it says."""
