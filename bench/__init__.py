"""What we measure, and beside what. Every claim of speed or memory in the docs comes from here."""
