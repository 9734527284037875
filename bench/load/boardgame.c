/* boardgame.io 0.50: socket.io over a WebSocket. The server answers every move by sending the whole state to both players. */
#define _GNU_SOURCE
#include "load.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int match_plies = 15 * 9;

/* The server creates a match when the first of the two clients requests it. */
static void sync_match(struct client *client) {
    snprintf(client->game, ID_BYTES, "match-%d-%d-%d", getpid(), client->pair->number, client->matches);
    send_text(client, "42/classic,[\"sync\",\"%s\",\"%d\",null,2]", client->game, client->side);
}

static void enter(struct client *client) {
    connect_to(client);
    upgrade(client, "/socket.io/?EIO=4&transport=websocket");
    wait_for(client, "0{");
    send_text(client, "40/classic,");
    wait_for(client, "40/classic,");
    sync_match(client);
    wait_for(client, "42/classic,[\"sync\"");
    /* The server sends this to all clients of the match once this one has joined. */
    wait_for(client, "42/classic,[\"matchData\"");
}

static void seat(struct client *first, struct client *second) {
    enter(first);
    enter(second);
}

static void move(struct client *client, int ply) {
    client->pair->sent_at = now();
    send_text(client,
              "42/classic,[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"move\",\"args\":[%d],"
              "\"playerID\":\"%d\",\"credentials\":null}},%d,\"%s\",\"%d\"]",
              cell_at(ply), client->side, ply, client->game, client->side);
}

static void begin(struct client *client) {
    client->next_ply = 1;
    if (client->side == 0) move(client, 0);
}

static void heard(struct client *client, const char *message, size_t size) {
    if (size == 1 && message[0] == '2') return send_text(client, "3");
    bool is_update = !memcmp(message, "42/classic,[\"update\"", 20);
    if (size < 40 || (!is_update && memcmp(message, "42/classic,[\"sync\"", 18))) return;
    int ply = number_after(message, size, "\"_stateID\":");
    if (!memmem(message, size < 100 ? size : 100, client->game, strlen(client->game))) return;
    if (!is_news(client, ply)) return;
    if (ply == match_plies) {
        client->matches++;
        client->side = 1 - client->side;
        client->next_ply = 0;
        sync_match(client);
    } else if (has_turn(client, ply)) {
        move(client, ply);
    }
}

const struct dialect boardgame_dialect = {"boardgame", seat, begin, heard};
