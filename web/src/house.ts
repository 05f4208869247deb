// What every page stands on. Opens the page as soon as all it needs is here: its words, its own file, its styles. (The module itself
// does not wait for that: a page that stood on it would wait for itself.)
import { mount } from "svelte";
import App from "./App.svelte";
import { pageFor } from "./lib/pages";
import { words } from "./lib/words.svelte";
import "./style.css";

async function open(): Promise<void> {
  await Promise.allSettled([words.ready, pageFor(location.pathname), ...[...document.querySelectorAll("link[rel=stylesheet]")].map(loaded)]);
  const target = document.getElementById("app");
  if (target) mount(App, { target });
}

/** A page that is drawn before its styles have come is drawn twice. */
function loaded(link: Element): Promise<unknown> | undefined {
  if ((link as HTMLLinkElement).sheet) return undefined;
  return new Promise((done) => (["load", "error"] as const).forEach((end) => link.addEventListener(end, done)));
}

void open();
