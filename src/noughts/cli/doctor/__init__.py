"""`noughts doctor`: checks an installation, and says what is wrong and how to fix it."""
