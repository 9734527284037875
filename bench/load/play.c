/* Shared by all dialects: the fixed moves, and reading the few fields that these need. */
#define _GNU_SOURCE
#include "load.h"

#include <stdlib.h>
#include <string.h>

static const int draw[9] = {0, 1, 2, 4, 3, 5, 7, 6, 8};

int cell_at(int ply) { return draw[ply % 9]; }

bool has_turn(const struct client *client, int ply) { return ply % 2 == client->side; }

bool is_news(struct client *client, int ply) {
    if (ply < client->next_ply) return false;
    if (ply > 0 && has_turn(client, ply)) count(client->pair, client->pair->sent_at);
    client->next_ply = ply + 1;
    return true;
}

int number_after(const char *message, size_t size, const char *text) {
    const char *found = memmem(message, size, text, strlen(text));
    return found ? atoi(found + strlen(text)) : -1;
}

void copy_text_after(const char *message, size_t size, const char *text, char *into) {
    const char *found = memmem(message, size, text, strlen(text));
    if (!found) fail("no %s in: %.*s", text, (int)size, message);
    found += strlen(text);
    const char *end = memchr(found, '"', message + size - found);
    if (!end || end - found >= ID_BYTES) fail("%s is too long", text);
    memcpy(into, found, end - found);
    into[end - found] = 0;
}
