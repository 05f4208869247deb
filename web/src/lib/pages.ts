// The pages by the first part of their address. They come when they are wanted.
import type { Component } from "svelte";
import { decoded } from "./router.svelte";

type Page = { default: Component };

const PAGES: Record<string, () => Promise<Page>> = {
  "": () => import("../pages/Front.svelte"),
  new: () => import("../pages/New.svelte"),
  join: () => import("../pages/Join.svelte"),
  tables: () => import("../pages/Tables.svelte"),
  t: () => import("../pages/Table.svelte"),
  r: () => import("../pages/Replay.svelte"),
  rules: () => import("../pages/Rules.svelte"),
  learn: () => import("../pages/Learn.svelte"),
};
const nowhere = (): Promise<Page> => import("../pages/Nowhere.svelte");
const NOWHERE = "nowhere";
const OF_TABLES = ["join", "t", "r"];
const LONGEST = 64; // characters of a table's name that the server looks at

const here: Partial<Record<string, Page>> = {};

/** Which page an address leads to. */
function nameOf(path: string): string {
  const [, name = "", table = ""] = path.split("/");
  const leads = OF_TABLES.includes(name) ? table !== "" && decoded(table).length <= LONGEST : Object.hasOwn(PAGES, name);
  return leads ? name : NOWHERE;
}

/** The page for an address: itself if its file is here, so that it is shown at once. A file that could not be loaded is asked for
 *  again next time. */
export function pageFor(path: string): Page | Promise<Page> {
  const name = nameOf(path);
  return here[name] ?? (PAGES[name] ?? nowhere)().then((page) => (here[name] = page));
}
