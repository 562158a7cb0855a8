import type { Scope } from "~/session/scope.server";
import { settle } from "~/services/platform/http/settle.server";
import { actionSource } from "./sources/actions.server";
import { documentSource } from "./sources/documents.server";
import { indexSource } from "./sources/indices.server";
import { ruleSource, userSource } from "./sources/named.server";
import { jobSource } from "./sources/jobs.server";
import { screenSource } from "./sources/screens.server";
import { settingSource } from "./sources/settings.server";
import type { PaletteAnswer, PaletteGroup, PaletteSource } from "./palette";

/**
 * Where the palette looks. A further resource is a source here; it asks itself what the user may see, and answers for
 * as many as fit on a screen.
 */
const sources: readonly PaletteSource[] = [
  screenSource,
  actionSource,
  settingSource,
  indexSource,
  documentSource,
  ruleSource,
  userSource,
  jobSource,
];

const PATIENCE_MS = 2_000;

/**
 * What fits the text, by source, best source first. Each source settles alone: one that fails or takes too long is
 * named in `missing`, and the others stand.
 * `only` asks one source.
 */
export async function findEntries(
  scope: Scope,
  { typed, only }: { typed: string; only?: string | undefined },
): Promise<PaletteAnswer> {
  const asked = sources.filter(({ id }) => only === undefined || id === only);
  const answers = await Promise.all(asked.map((source) => answerOf(source, { scope, typed })));
  const groups = answers
    .flatMap((answer) => (typeof answer === "string" ? [] : answer))
    .filter(({ entries }) => entries.length > 0);
  return {
    typed,
    groups: groups.sort((a, b) => bestOf(a) - bestOf(b)),
    missing: answers.filter((answer) => typeof answer === "string"),
  };
}

const bestOf = ({ entries }: PaletteGroup) => Math.min(...entries.map(({ rank }) => rank));

async function answerOf(
  source: PaletteSource,
  { scope, typed }: { scope: Scope; typed: string },
): Promise<PaletteGroup | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, null)));
  const found = await Promise.race([settle(source.find({ scope, typed })), late]).finally(() => clearTimeout(timer));
  return found?.ok ? { id: source.id, label: source.label, entries: found.value } : source.label;
}
