// It is your turn: in the title of the page, and as a notification if that is allowed, wanted, and the page is not looked at.
import { settings } from "./settings.svelte";
import { t } from "./words.svelte";

const HOUSE = "Stichwerk";
let title = "";
let mine = false;
let shown: Notification | undefined;

/** What the page is called, after the house's own name. */
export function nameThePage(name: string): void {
  title = name;
  write();
}

/** Says whether one is to move. `where` (else the page's name) stands in the notification. */
export function callForTurn(now: boolean, where = ""): void {
  const begins = now && !mine;
  mine = now;
  write();
  if (!now) hush();
  else if (begins && document.hidden) ring(where || title || HOUSE);
}

export const canNotify = (): boolean => typeof Notification !== "undefined";

/** Asks the browser whether notifications may be shown. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === "granted";
}

function write(): void {
  const name = title ? `${title} – ${HOUSE}` : HOUSE;
  document.title = mine ? `● ${t("browser.myturn")} – ${name}` : name;
}

function ring(where: string): void {
  if (!settings.notify || !canNotify() || Notification.permission !== "granted") return;
  try {
    shown = new Notification(t("browser.myturn"), { body: where, tag: "stichwerk-turn", icon: "/icon-192.png" });
    shown.onclick = () => {
      window.focus();
      hush();
    };
  } catch {
    // some phones show notifications only to installed pages
  }
}

function hush(): void {
  shown?.close();
  shown = undefined;
}

if (typeof document !== "undefined") document.addEventListener("visibilitychange", () => !document.hidden && hush());
