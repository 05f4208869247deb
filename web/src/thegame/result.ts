// How a game of The Game ended, in words.
import type { TheGameView } from "../lib/wire";
import { n, t } from "../lib/words.svelte";

const NEAR = 20; // so few left are worth a kind word

export function resultTitle({ result, left }: TheGameView): string {
  if (result === "won") return t("thegame.result.won");
  return result === "excellent" ? n("thegame.result.excellent", left) : n("thegame.result.lost", left);
}

export function praise({ result, variant, left }: TheGameView): string {
  if (result === "won") return variant === "expert" ? t("thegame.praise.expert") : t("thegame.praise.won");
  if (result === "excellent") return t("thegame.praise.excellent");
  return left < NEAR ? t("thegame.praise.good") : t("thegame.praise.lost");
}
