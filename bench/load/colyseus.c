/* Colyseus 0.18: rooms over HTTP, then binary messages: msgpack to the room, and patches of its state in return. */
#define _GNU_SOURCE
#include "load.h"

#include <stdio.h>
#include <string.h>

enum { JOIN_ROOM = 10, ERROR = 11, ROOM_DATA = 13, ROOM_STATE = 14, ROOM_STATE_PATCH = 15 };

/* Join with the matchmaker's answer, and keep the room's id. */
static void join(struct client *client, const char *reservation) {
    char session[ID_BYTES], process[ID_BYTES], path[4 * ID_BYTES];
    size_t size = strlen(reservation);
    copy_text_after(reservation, size, "\"sessionId\":\"", session);
    copy_text_after(reservation, size, "\"processId\":\"", process);
    copy_text_after(reservation, size, "\"roomId\":\"", client->game);
    snprintf(path, sizeof path, "/%s/%s?sessionId=%s", process, client->game, session);
    connect_to(client);
    upgrade(client, path);
    wait_for(client, (char[]){JOIN_ROOM, 0});
    send_binary(client, (char[]){JOIN_ROOM}, 1);
    wait_for(client, (char[]){ROOM_STATE, 0});
}

static void seat(struct client *first, struct client *second) {
    char path[2 * ID_BYTES];
    join(first, post("/matchmake/create/classic", "{}"));
    snprintf(path, sizeof path, "/matchmake/joinById/%s", first->game);
    join(second, post(path, "{}"));
}

static void move(struct client *client, int ply) {
    /* {"ply": uint32, "position": fixint} in msgpack, after the message's type. */
    char message[] = "\x0d\xa4move\x82\xa3ply\xce....\xa8position.";
    for (int i = 0; i < 4; i++) message[12 + i] = ply >> (24 - 8 * i);
    message[sizeof message - 2] = cell_at(ply);
    client->pair->sent_at = now();
    send_binary(client, message, sizeof message - 1);
}

static void begin(struct client *client) {
    client->next_ply = 1;
    if (client->side == 0) move(client, 0);
}

static void heard(struct client *client, const char *message, size_t size) {
    if (message[0] != ROOM_STATE_PATCH) {
        if (message[0] == ERROR) count_refusal();
        return;
    }
    /* A patch replaces the first field of the state by the next ply, except before the first move. */
    int ply = client->next_ply;
    char replaced[5] = {(char)0x80, ply, ply >> 8, ply >> 16, ply >> 24};
    if (!memmem(message, size, replaced, sizeof replaced)) return;
    if (is_news(client, ply) && has_turn(client, ply)) move(client, ply);
}

const struct dialect colyseus_dialect = {"colyseus", seat, begin, heard};
