/* The load generator's parts. One thread, one epoll, and it never sleeps: see load.c. */
#ifndef LOAD_H
#define LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUFFER_BYTES (1 << 18)
#define ID_BYTES 64

/* Two clients that play against each other. */
struct pair {
    int number;
    long moves; /* The moves that count. */
    double sent_at;
};

/* One client. `side` 0 makes the moves with an even number. */
struct client {
    int fd;
    int side;
    int next_ply; /* The smallest ply that this client has not received. */
    int matches; /* The number of finished matches. */
    bool asked_again;
    double sent_at;
    char game[ID_BYTES];
    struct pair *pair;
    size_t used;
    char *buffer;
};

/* The protocol of a server. */
struct dialect {
    const char *name;
    /* Join two clients to one game; may block. */
    void (*seat)(struct client *first, struct client *second);
    /* Start to play. Called once for each client when all are seated. */
    void (*begin)(struct client *client);
    void (*heard)(struct client *client, const char *message, size_t size);
};

extern const struct dialect echo_dialect, noughts_dialect, colyseus_dialect, boardgame_dialect;

/* websocket.c */
void connect_to(struct client *client);
void upgrade(struct client *client, const char *path);
char *post(const char *path, const char *body);
void send_text(struct client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
void send_binary(struct client *client, const void *payload, size_t size);
/* Call `heard` for every whole message in the buffer. */
void take_messages(struct client *client, void (*heard)(struct client *, const char *, size_t));
/* Block until a message with this start arrives; return it with a zero byte at its end. */
const char *wait_for(struct client *client, const char *start);

/* load.c */
extern int server_port;
double now(void);
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* Count a move of this pair, sent at this time, that has arrived. */
void count(struct pair *pair, double sent_at);
void count_refusal(void);

/* play.c: the moves are fixed, so every game is a draw of nine moves. */
int cell_at(int ply);
/* Whether the board after `ply` moves is new to this client. Counts it if it follows the opponent's move. */
bool is_news(struct client *client, int ply);
bool has_turn(const struct client *client, int ply);
/* Return the whole number after this text in the message, or -1 without one. */
int number_after(const char *message, size_t size, const char *text);
void copy_text_after(const char *message, size_t size, const char *text, char *into);

#endif
