/* A WebSocket client (RFC 6455): the handshake, masked frames out, whole frames in. */
#define _GNU_SOURCE
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 0x81, BINARY = 0x82, CLOSE = 0x88, PING = 0x89, PONG = 0x8A };

static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};

void connect_to(struct client *client) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(server_port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(client->fd, (struct sockaddr *)&address, sizeof address)) fail("cannot connect: %s", strerror(errno));
    setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    client->used = 0;
}

static void write_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t written = send(fd, data, size, MSG_NOSIGNAL);
        if (written < 0 && errno == EAGAIN) {
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, 1000);
            continue;
        }
        if (written <= 0) fail("cannot send: %s", strerror(errno));
        data += written;
        size -= written;
    }
}

/* Find the empty line after the headers; return the start of the body, or NULL when more bytes are needed. */
static char *body_of(struct client *client) {
    ssize_t got = read(client->fd, client->buffer + client->used, BUFFER_BYTES - 1 - client->used);
    if (got <= 0) fail("the server hung up during a request");
    client->used += got;
    client->buffer[client->used] = 0;
    char *end = strstr(client->buffer, "\r\n\r\n");
    return end ? end + 4 : NULL;
}

void upgrade(struct client *client, const char *path) {
    char request[512];
    int size = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                        path, server_port);
    write_all(client->fd, request, size);
    char *body;
    while (!(body = body_of(client)))
        ;
    if (strncmp(client->buffer, "HTTP/1.1 101", 12)) fail("no upgrade: %s", client->buffer);
    client->used -= body - client->buffer;
    memmove(client->buffer, body, client->used);
}

char *post(const char *path, const char *body) {
    static char buffer[BUFFER_BYTES];
    struct client client = {.buffer = buffer};
    char request[512];
    connect_to(&client);
    int size = snprintf(request, sizeof request,
                        "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                        "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
                        path, server_port, strlen(body), body);
    write_all(client.fd, request, size);
    char *answer;
    while (!(answer = body_of(&client)) || !strchr(answer, '}'))
        ;
    if (strncmp(buffer, "HTTP/1.1 200", 12)) fail("%s: %s", path, buffer);
    close(client.fd);
    return answer;
}

static void send_frame(struct client *client, int kind, const void *payload, size_t size) {
    static unsigned char frame[4096];
    size_t head = 2;
    frame[0] = kind;
    if (size < 126) {
        frame[1] = 0x80 | size;
    } else {
        frame[1] = 0x80 | 126;
        frame[2] = size >> 8;
        frame[3] = size;
        head = 4;
    }
    if (size + head + 4 > sizeof frame) fail("too long to send");
    memcpy(frame + head, mask, 4);
    for (size_t i = 0; i < size; i++) frame[head + 4 + i] = ((const unsigned char *)payload)[i] ^ mask[i & 3];
    write_all(client->fd, (char *)frame, head + 4 + size);
}

void send_binary(struct client *client, const void *payload, size_t size) { send_frame(client, BINARY, payload, size); }

void send_text(struct client *client, const char *format, ...) {
    char text[2048];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    send_frame(client, TEXT, text, size);
}

/* Parse the frame at `start` into kind, payload and size. Return its length, or 0 while it is incomplete. */
static size_t frame_at(struct client *client, size_t start, int *kind, char **payload, size_t *size) {
    unsigned char *frame = (unsigned char *)client->buffer + start;
    size_t left = client->used - start, head = 2;
    if (left < 2) return 0;
    *kind = frame[0];
    *size = frame[1];
    if (*size > 125) {
        size_t more = *size == 126 ? 2 : 8;
        head += more;
        if (left < head) return 0;
        *size = 0;
        for (size_t i = 2; i < head; i++) *size = *size << 8 | frame[i];
    }
    *payload = (char *)frame + head;
    if (head + *size > BUFFER_BYTES - 1) fail("a message of %zu bytes is too long", *size);
    return left < head + *size ? 0 : head + *size;
}

static bool is_message(struct client *client, int kind, const char *payload, size_t size) {
    if (kind == PING) send_frame(client, PONG, payload, size);
    if (kind == CLOSE) fail("the server closed a connection: %.*s", (int)size, payload);
    return kind == TEXT || kind == BINARY;
}

static void forget(struct client *client, size_t size) {
    client->used -= size;
    if (client->used) memmove(client->buffer, client->buffer + size, client->used);
}

void take_messages(struct client *client, void (*heard)(struct client *, const char *, size_t)) {
    size_t taken = 0, whole, size;
    int kind;
    char *payload;
    while ((whole = frame_at(client, taken, &kind, &payload, &size))) {
        if (is_message(client, kind, payload, size)) heard(client, payload, size);
        taken += whole;
    }
    if (taken) forget(client, taken);
}

const char *wait_for(struct client *client, const char *start) {
    static char found[BUFFER_BYTES];
    for (;;) {
        size_t whole, size;
        int kind;
        char *payload;
        while ((whole = frame_at(client, 0, &kind, &payload, &size))) {
            bool message = is_message(client, kind, payload, size);
            memcpy(found, payload, size);
            found[size] = 0;
            forget(client, whole);
            if (message && !strncmp(found, start, strlen(start))) return found;
        }
        ssize_t got = read(client->fd, client->buffer + client->used, BUFFER_BYTES - 1 - client->used);
        if (got <= 0) fail("the server hung up before it said %s", start);
        client->used += got;
    }
}
