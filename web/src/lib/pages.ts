// The pages by the first part of their address. They come when they are wanted.
import type { Component } from "svelte";

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

const here: Partial<Record<string, Page>> = {};

/** The page for an address: itself if its file is here, so that it is shown at once. A file that could not be loaded is asked for
 *  again next time. */
export function pageFor(path: string): Page | Promise<Page> {
  const name = path.split("/")[1] ?? "";
  return here[name] ?? (PAGES[name] ?? nowhere)().then((page) => (here[name] = page));
}
