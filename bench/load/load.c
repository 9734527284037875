/* The load generator. On one core, pairs of clients play classic again and again, each waiting for the other's move.
 *
 * It never sleeps. Real clients are on other machines. Here a server's send would have to wake the generator each time,
 * which in a virtual machine costs more than the send itself.
 *
 * load DIALECT PORT GAMES WARM_UP_SECONDS SECONDS prints "begin", and then one line of JSON.
 */
#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_EVENTS 256
#define MOST_LATENCIES 8000000

int server_port;
static bool counting;
static long moves, refusals;
static float *latencies;
static const struct dialect *dialect;

static const struct dialect *const dialects[] = {&echo_dialect, &noughts_dialect, &colyseus_dialect,
                                                 &boardgame_dialect};

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(1);
}

void count(struct pair *pair, double sent_at) {
    if (!counting) return;
    if (moves < MOST_LATENCIES) latencies[moves] = now() - sent_at;
    moves++;
    pair->moves++;
}

void count_refusal(void) { refusals++; }

static void receive(struct client *client) {
    ssize_t got = read(client->fd, client->buffer + client->used, BUFFER_BYTES - 1 - client->used);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) fail("the server closed the connection");
    client->used += got;
    take_messages(client, dialect->heard);
}

/* Play until this moment, and return the idle time. */
static double play_until(int epoll, double end) {
    struct epoll_event events[MOST_EVENTS];
    double idle = 0, before = now();
    while (before < end) {
        int ready = epoll_wait(epoll, events, MOST_EVENTS, 0);
        for (int i = 0; i < ready; i++) receive(events[i].data.ptr);
        double after = now();
        if (ready == 0) idle += after - before;
        before = after;
    }
    return idle;
}

static int by_size(const void *one, const void *two) {
    float a = *(const float *)one, b = *(const float *)two;
    return (a > b) - (a < b);
}

static double percentile(long kept, double part) {
    long at = kept * part;
    return kept ? latencies[at < kept ? at : kept - 1] * 1000 : 0;
}

static void ignore(struct client *client, const char *message, size_t size) { (void)client, (void)message, (void)size; }

/* Answer the pings of clients that wait for the others to be seated, and ignore their other messages. */
static void keep_alive(struct client *clients, int seated) {
    for (int i = 0; i < seated; i++) {
        struct client *one = &clients[i];
        ssize_t got = recv(one->fd, one->buffer + one->used, BUFFER_BYTES - 1 - one->used, MSG_DONTWAIT);
        if (got > 0) one->used += got;
        take_messages(one, ignore);
    }
}

static struct client *seated(int games) {
    struct client *clients = calloc(2 * games, sizeof *clients);
    struct pair *pairs = calloc(games, sizeof *pairs);
    for (int i = 0; i < 2 * games; i++) {
        clients[i].side = i % 2;
        clients[i].pair = &pairs[i / 2];
        clients[i].pair->number = i / 2;
        clients[i].buffer = malloc(BUFFER_BYTES);
        if (i % 2 == 0) continue;
        dialect->seat(&clients[i - 1], &clients[i]);
        keep_alive(clients, i + 1);
    }
    return clients;
}

int main(int argc, char **arguments) {
    if (argc != 6) fail("usage: load DIALECT PORT GAMES WARM_UP_SECONDS SECONDS");
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (!strcmp(dialects[i]->name, arguments[1])) dialect = dialects[i];
    if (!dialect) fail("no such dialect: %s", arguments[1]);
    server_port = atoi(arguments[2]);
    int games = atoi(arguments[3]), epoll = epoll_create1(0);
    latencies = malloc(MOST_LATENCIES * sizeof *latencies);
    struct client *clients = seated(games);
    for (int i = 0; i < 2 * games; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &clients[i]};
        fcntl(clients[i].fd, F_SETFL, O_NONBLOCK);
        epoll_ctl(epoll, EPOLL_CTL_ADD, clients[i].fd, &event);
        dialect->begin(&clients[i]);
    }
    play_until(epoll, now() + atof(arguments[4]));
    puts("begin");
    fflush(stdout);
    counting = true;
    double start = now(), idle = play_until(epoll, start + atof(arguments[5])), took = now() - start;
    long kept = moves < MOST_LATENCIES ? moves : MOST_LATENCIES;
    for (int i = 0; i < 2 * games; i += 2)
        if (!clients[i].pair->moves) fail("game %d stands still", i / 2);
    qsort(latencies, kept, sizeof *latencies, by_size);
    printf("{\"per_second\":%f,\"p50_ms\":%f,\"p99_ms\":%f,\"generator_load\":%f,\"refusals\":%ld}\n", moves / took,
           percentile(kept, 0.5), percentile(kept, 0.99), 1 - idle / took, refusals);
}
