/* Noughts and the bare server: JSON text. The mover receives the answer and the board, the opponent the board. */
#define _GNU_SOURCE
#include "load.h"

#include <string.h>

static void ask(struct client *client) { wait_for(client, "{\"type\":\"ActionSuccess\",\"value\":true"); }

static void seat(struct client *first, struct client *second) {
    struct client *both[] = {first, second};
    for (int i = 0; i < 2; i++) {
        connect_to(both[i]);
        upgrade(both[i], "/ws");
        send_text(both[i], "{\"type\":\"PlayAsGuest\"}");
        ask(both[i]);
    }
    send_text(first, "{\"type\":\"CreateGame\",\"visibility\":\"private\",\"rounds\":15}");
    const char *created = wait_for(first, "{\"type\":\"ActionSuccess\",\"value\":true");
    copy_text_after(created, strlen(created), "\"game\":\"", first->game);
    strcpy(second->game, first->game);
    send_text(second, "{\"type\":\"JoinGame\",\"name\":\"%s\"}", first->game);
    ask(second);
}

static void move(struct client *client, int ply) {
    client->pair->sent_at = now();
    send_text(client, "{\"type\":\"MakeMove\",\"id\":\"m%d\",\"game\":\"%s\",\"ply\":%d,\"position\":%d}", ply, client->game,
              ply, cell_at(ply));
}

static void begin(struct client *client) {
    client->next_ply = 1;
    if (client->side == 0) move(client, 0);
}

static bool is_of(struct client *client, const char *message, size_t size) {
    const char *start = "{\"type\":\"BoardState\",\"game\":\"";
    size_t skip = strlen(start), length = strlen(client->game);
    return size > skip + length && !memcmp(message + skip, client->game, length);
}

static void heard(struct client *client, const char *message, size_t size) {
    if (size < 30 || memcmp(message, "{\"type\":\"B", 10)) {
        if (memmem(message, size, "\"value\":false", 13)) count_refusal();
        return;
    }
    if (!is_of(client, message, size)) {
        /* A rematch: the second player becomes the first. */
        copy_text_after(message, size, "\"game\":\"", client->game);
        client->side = 1 - client->side;
        client->next_ply = 0;
        client->asked_again = false;
    }
    int ply = number_after(message, size, "\"ply\":");
    bool news = is_news(client, ply);
    if (memmem(message, size, "\"phase\":\"finished\"", 18)) {
        if (!client->asked_again) send_text(client, "{\"type\":\"PlayAgain\",\"game\":\"%s\",\"value\":true}", client->game);
        client->asked_again = true;
    } else if (news && has_turn(client, ply)) {
        move(client, ply);
    }
}

const struct dialect noughts_dialect = {"noughts", seat, begin, heard};
