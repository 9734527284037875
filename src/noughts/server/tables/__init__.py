"""Live games: the tables, who watches them, and their clocks. Imports only `runtime` from the server."""
