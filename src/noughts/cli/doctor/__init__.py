"""`noughts doctor`: looks at an installation, and says what is wrong and how to fix it."""
