"""Plays tic-tac-toe over REST: python rest_client.py NAME PASSWORD [--server URL] [--room TOKEN]

Start it without a room: it prints the token of a new one. Start it again, under another name, with that token.
"""

import argparse
import json
import random
import sys
import time
import urllib.error
import urllib.request

parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("password")
parser.add_argument("--server", default="http://127.0.0.1:8000")
parser.add_argument("--room")
options = parser.parse_args()
token = None


def call(method, path, body=None):
    request = urllib.request.Request(options.server + path, method=method)
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, json.dumps(body).encode() if body else None) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        return json.load(error)


login = {"username": options.name, "password": options.password}
user = call("POST", "/register", login)
if user["is_succesful"] == "False":
    user = call("POST", "/login", login)
    if user["is_succesful"] == "False":
        sys.exit(user["error-message"])
token = user["token"]

room = options.room or call("GET", "/tic-tac-toe/creategame")["token"]
if not options.room:
    print(room, flush=True)
elif call("GET", f"/tic-tac-toe/joingame/{room}") != "True":
    sys.exit("this room cannot be joined")

while (info := call("GET", f"/tic-tac-toe/game-info/{room}"))["game-ended"] == "False":
    if info["game-started"] == "True" and info["user-turn"] == user["id"]:
        free = [(x, y) for y, row in enumerate(info["map"]) for x, cell in enumerate(row) if not cell]
        x, y = random.choice(free)
        call("POST", f"/tic-tac-toe/game-turn/{room}", {"X": x, "Y": y})
    else:
        time.sleep(0.2)
print({None: "Tie", user["id"]: "Win"}.get(info["winner"], "Lose"))
