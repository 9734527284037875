"""Pictures for links that people share: a board or a player as a PNG. Imports `runtime` alone."""
