"""The store on SQLite. `sqlite3` is imported in this folder alone."""
