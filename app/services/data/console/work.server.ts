import { type Bound, sessionRows } from "~/services/platform/store/session-rows.server";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import type { Answer } from "./run.server";

// What a session is at work on in the console: its text and the answers. Sealed, for both may hold anything. A page can
// be loaded again and gone back to without sending a request once more.

export type Work = {
  text: string;
  /** The number of the request that was chosen last; -1 for none. */ chosen: number;
  answers: Answer[];
};

const PURPOSE = "console work";
const rows = sessionRows({
  name: "console_work",
  time: "at",
  value: "sealed",
  most: 20,
  newest: "at DESC, rowid DESC",
  salt: "console ",
});

/** Keeps the work for a day; the id of it. A session has twenty, the oldest go first. */
export function keepWork(scope: Bound, work: Work): string {
  const secrets = sessionSecrets(scope.context.config);
  return rows.add(scope, seal({ text: JSON.stringify(work), purpose: PURPOSE, secrets }), {});
}

/** Kept work of this session; undefined when it does not exist, or no longer. */
export function getWork(scope: Bound, id: string | null): Work | undefined {
  if (id === null || id === "") return undefined;
  const value = rows.get(scope, id, {});
  if (value === undefined) return undefined;
  const text = unseal({ value, purpose: PURPOSE, secrets: sessionSecrets(scope.context.config) });
  // Only this module writes it, and nobody else can seal it.
  return text === undefined ? undefined : (JSON.parse(text) as Work);
}
