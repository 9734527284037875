"""What players should know while they are away: notices, reminders about idle games, web push."""
