"""Plays tic-tac-toe over port 5005, the first free cell each time: python line_client.py [--udp] [--name ANN] HOST PORT

Start it twice, and the two play each other to the end.
"""

import argparse
import json
import socket

parser = argparse.ArgumentParser()
parser.add_argument("host", nargs="?", default="127.0.0.1")
parser.add_argument("port", nargs="?", type=int, default=5005)
parser.add_argument("--name", default="")
parser.add_argument("--udp", action="store_true")
options = parser.parse_args()

server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM if options.udp else socket.SOCK_STREAM)
server.connect((options.host, options.port))
lines = server.makefile("rb")


def send(**message):
    server.send(json.dumps(message).encode() + b"\n")
    return message


def receive(last):
    if not options.udp:
        return json.loads(next(lines))
    server.settimeout(1)
    while True:
        try:
            return json.loads(server.recv(4096))
        except TimeoutError:
            # A datagram may be lost, so after a second of silence the last message is sent again.
            send(**last)


free, game, received = list(range(9)), None, set()
last = send(username=options.name)
while True:
    message = receive(last)
    if not game and "position" in message:
        continue  # This datagram overtook the reply. Without an ack, the server sends it again.
    if "seq" in message:
        send(ack=message["seq"])
        if message["seq"] in received:
            continue
        received.add(message["seq"])
    if message.get("code", "game_over") != "game_over":
        raise SystemExit(message["error"])
    if "gameOver" in message:
        raise SystemExit(print(message["gameOver"]))
    if "position" in message:
        free.remove(message["position"])
    elif game or (game := message)["playerId"] == 2:
        continue
    if free:
        last = send(**game, position=free.pop(0))
