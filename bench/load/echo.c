/* The echo server: every client sends a message, waits for its echo, and sends the next. */
#include "load.h"

#include <string.h>

static const char said[] = "{\"type\":\"MakeMove\",\"id\":\"m1\",\"game\":\"1xSiUt2WOgz33RRZw\",\"ply\":3,\"position\":4}";

static void seat(struct client *first, struct client *second) {
    connect_to(first);
    upgrade(first, "/ws");
    connect_to(second);
    upgrade(second, "/ws");
}

static void begin(struct client *client) {
    client->sent_at = now();
    send_text(client, "%s", said);
}

static void heard(struct client *client, const char *message, size_t size) {
    if (size != sizeof said - 1 || memcmp(message, said, size)) count_refusal();
    count(client->pair, client->sent_at);
    begin(client);
}

const struct dialect echo_dialect = {"echo", seat, begin, heard};
