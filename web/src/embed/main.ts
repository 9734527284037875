// Starts the board that other sites show in a frame. It is read-only: no cookie, no account, no socket.

import { mount } from "svelte";
import { readSettings } from "../device";
import { preferred, speak } from "../words";
import "../style/tokens.css";
import "../style/base.css";
import "../style/looks.css";
import { embedded } from "./address";
import EmbedPage from "./EmbedPage.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("embed.html has no #app");
const shown = embedded(location.pathname, location.search);
const root = document.documentElement;
if (shown.theme !== "system") root.dataset.theme = shown.theme;
const language = readSettings().language ?? preferred(navigator.languages);
await speak(language);
root.lang = language;
mount(EmbedPage, { target, props: { shown } });
