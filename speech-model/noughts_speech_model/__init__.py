"""The two files of the speech recogniser. `noughts.voice.model_files` finds them here."""
