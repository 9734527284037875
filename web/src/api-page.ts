// Starts the API page: RapiDoc shows the server's OpenAPI document in the page's colours.

import "rapidoc";
import "./style/tokens.css";
import "./style/api.css";

const COLOURS = {
  "bg-color": "--ground",
  "text-color": "--ink",
  "nav-bg-color": "--surface",
  "nav-text-color": "--ink",
  "primary-color": "--accent",
} as const;

// RapiDoc replaces the braces of a path with hyphens in its links.
const known = location.hash.replace(/[{}]|%7[BD]/gi, "-");
if (known !== location.hash) history.replaceState(null, "", known);

const viewer = document.querySelector("rapi-doc");
if (viewer === null) throw new Error("api.html has no <rapi-doc>");
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => {
  viewer.setAttribute("theme", dark.matches ? "dark" : "light");
  const style = getComputedStyle(viewer);
  for (const [name, token] of Object.entries(COLOURS)) viewer.setAttribute(name, style.getPropertyValue(token));
};
paint();
dark.addEventListener("change", paint);
