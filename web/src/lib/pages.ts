// The pages by the first part of their address. The front page is in the first file; the others come when they are wanted.
import type { Component } from "svelte";

type Page = { default: Component };

const PAGES: Record<string, () => Promise<Page>> = {
  new: () => import("../pages/New.svelte"),
  join: () => import("../pages/Join.svelte"),
  tables: () => import("../pages/Tables.svelte"),
  t: () => import("../pages/Table.svelte"),
  r: () => import("../pages/Replay.svelte"),
  rules: () => import("../pages/Rules.svelte"),
  learn: () => import("../pages/Learn.svelte"),
};

/** The page for an address; undefined where there is none. A file that could not be loaded is asked for again next time. */
export const pageFor = (path: string): Promise<Page> | undefined => PAGES[path.split("/")[1] ?? ""]?.();
