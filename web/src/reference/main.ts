// Starts the API's page: the server's own document, made readable.

import { mount } from "svelte";
import "../style/tokens.css";
import "../style/base.css";
import type { ApiDocument } from "./document";
import Reference from "./Reference.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("api.html has no #app");
const reply = await fetch("/api/openapi.json");
if (!reply.ok) throw new Error(`the document cannot be had: ${String(reply.status)}`);
mount(Reference, { target, props: { api: (await reply.json()) as ApiDocument } });
