"""Plays tic-tac-toe over the native protocol (TCP): python messages_client.py NAME PASSWORD [HOST] [PORT]

Start it twice, with two names: the server pairs them, and they play to the end.
"""

import json
import random
import socket
import sys

name, password = sys.argv[1:3]
host = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
port = int(sys.argv[4]) if len(sys.argv) > 4 else 5005
server = socket.create_connection((host, port))
lines = server.makefile("rb")


def send(kind, **fields):
    server.sendall(json.dumps({"type": kind, **fields}).encode() + b"\n")


def receive(kind):
    """Return the next message of this type, skipping others."""
    while (message := json.loads(lines.readline()))["type"] != kind:
        pass
    return message


def ask(kind, **fields):
    send(kind, **fields)
    while (answer := receive("ActionSuccess")).get("re") != kind:
        pass
    return answer


if ask("CreateLogin", username=name, password=password).get("code", "username_taken") != "username_taken":
    sys.exit("this name or password cannot be used")
if not (answer := ask("Login", username=name, password=password))["value"]:
    sys.exit(answer["reason"])

me = receive("Welcome")["player"]["id"]

send("Pair")
while True:
    board = receive("BoardState")
    if board["result"]:
        print(receive("GameOver")["result"])
        break
    player = board["players"][board["turn"]]
    if not board["started"]:
        if board["phase"] == "playing":
            send("StartGame")
    elif player["id"] == me:
        send("MakeMove", position=random.choice([n for n, cell in enumerate(board["cells"]) if cell == "."]))
