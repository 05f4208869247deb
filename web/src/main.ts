import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import { pageFor } from "./lib/pages";
import { words } from "./lib/words.svelte";

// The page's own file comes along with the words, not after them.
await Promise.allSettled([words.ready, pageFor(location.pathname)]);
const target = document.getElementById("app");
if (target) mount(App, { target });
