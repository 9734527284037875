// Starts the page: one client, one view.

import { mount } from "svelte";
import { Client } from "./client.svelte";
import { Settings } from "./settings.svelte";
import { freshTask } from "./stages";
import "./style/tokens.css";
import "./style/base.css";
import "./style/looks.css";
import { Updates } from "./updates.svelte";
import App from "./views/App.svelte";

const scheme = location.protocol === "https:" ? "wss" : "ws";
const client = new Client(`${scheme}://${location.host}/ws`);
const settings = new Settings();
const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
const updates = new Updates();
client.start();
await settings.start();
await freshTask();
mount(App, { target, props: { client, settings, updates } });
updates.start();
