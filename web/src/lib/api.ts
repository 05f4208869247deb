// The HTTP doors. A refusal of the server becomes a Refused with its code and its sentence in the user's language.
import type { AnyView, Guest, ListedTable, NewTable, Offers, RoundSteps, SeatTaken, TableMade } from "./wire";
import { t, words } from "./words.svelte";

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly params: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** A sentence for whatever went wrong. */
export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { "Accept-Language": words.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused("browser.offline", t("browser.offline"));
  }
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw refusal(answer);
  return answer as Answer;
}

function refusal(answer: unknown): Refused {
  const { code = "door.broken", message = t("door.broken"), params = {} } = (answer ?? {}) as Partial<Refused>;
  return new Refused(code, message, params);
}

const asking = (params: Record<string, string | number | null | undefined>): string => {
  const given = Object.entries(params).filter(([, value]) => value != null);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
};

export const api = {
  games: () => ask<Offers>("GET", "/games"),
  makeTable: (table: NewTable) => ask<TableMade>("POST", "/tables", table),
  tables: () => ask<ListedTable[]>("GET", "/tables"),
  sit: (id: string, guest: Guest) => ask<SeatTaken>("POST", `/tables/${id}/seats`, guest),
  leave: (id: string, token: string) => ask<null>("DELETE", `/tables/${id}/seats${asking({ token })}`),
  table: (id: string, invite?: string | null) => ask<AnyView>("GET", `/tables/${encodeURIComponent(id)}${asking({ invite })}`),
  steps: (id: string, round: number, invite?: string | null) =>
    ask<RoundSteps>("GET", `/tables/${encodeURIComponent(id)}/steps${asking({ round, invite })}`),
  /** Where a whole finished game lies as a file. */
  replayFile: (id: string, invite?: string | null) => `/api/tables/${encodeURIComponent(id)}/replay${asking({ invite })}`,
};
