import { holds } from "~/lib/access-control/product";
import { draftSummary } from "~/routes/search-relevance/_parts/draft-bar.server";
import type { WaitingById } from "~/services/search-relevance/draft/waiting";
import { listOf, matchesOf } from "~/lib/values/list-of";
import { requireIndex } from "~/services/indices/get.server";
import { panel, settle, type Settled } from "~/services/platform/http/settle.server";
import { typeOf } from "~/services/search-relevance/synonyms/groups";
import type { SynonymUse } from "~/services/search-relevance/synonyms/use";
import type { Synonym } from "~/services/search-relevance/synonyms/merge";
import { listSynonyms, readUse } from "~/services/search-relevance/synonyms/read.server";
import { BackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import type { SynonymListState } from "./addresses";
import { searchesOf } from "./searches.server";
import { waitingSynonyms } from "./waiting.server";

/** How a group stands in the draft of whoever reads: new, changed (from `was`), to be deleted, or as it is live. */
type Standing = { waits: "new" | "changed" | "deleted" | null; was: string | null };
const LIVE: Standing = { waits: null, was: null };
const typed = (one: Synonym & Partial<Standing>) => ({ ...LIVE, ...one, type: typeOf(one.expression) });

/** Kept groups with what waits in a draft: what is to be deleted stays until that is published. */
function withDraft(kept: readonly Synonym[], waiting: WaitingById): (Synonym & Standing)[] {
  const fresh = [...waiting].flatMap(([id, { was, now }]) =>
    was === null && now !== null ? [{ id, expression: now, waits: "new" as const, was }] : [],
  );
  const others = kept.map((one): Synonym & Standing => {
    const open = waiting.get(one.id);
    if (!open) return { ...one, ...LIVE };
    return open.now === null
      ? { ...one, waits: "deleted", was: null }
      : { ...one, expression: open.now, waits: "changed", was: one.expression };
  });
  return [...fresh, ...others];
}
const rules = {
  text: ({ expression }: Synonym) => [expression],
  facets: { type: (row: ReturnType<typeof typed>, type: string) => row.type === type },
};

/** Those that an address asks for. */
export const matching = (all: readonly Synonym[], state: Pick<SynonymListState, "q" | "type">) =>
  matchesOf(all.map(typed), state, rules);

/** Whether searches use all of the kept groups; a server that looks for the words itself does unless they are off. */
function inForce(use: Settled<SynonymUse>, actsAtOnce: boolean): boolean {
  if (!use.ok) return actsAtOnce;
  const { missing, extra, older, without, off } = use.value;
  if (off) return false;
  return actsAtOnce ? extra === 0 : missing + extra === 0 && !older && without.length === 0;
}

/**
 * A page of the synonyms that match, and whether the index uses what is kept; null where the server keeps none. Throws
 * BackendError.
 */
export async function loadSynonyms(scope: Scope, { request, state }: { request: Request; state: SynonymListState }) {
  const { name, open } = await requireIndex(scope);
  const kept = await listSynonyms(scope, name);
  if (kept === null) return null;
  const use = await settle(readUse(scope, { index: name, kept }));
  const rows = withDraft(kept, waitingSynonyms(scope, name)).map(typed);
  const list = listOf(rows, state, rules);
  const actsAtOnce = holds(scope.identity.product, "kept-synonyms");
  return {
    ...{ name, open, use, kept: kept.length, ...list },
    inForce: open && inForce(use, actsAtOnce),
    /** How often each of the page was searched, where analytics tell it. */
    searches: await panel(searchesOf(scope, list.rows), { request }),
    actsAtOnce,
    draft: draftSummary(scope, name),
  };
}

/**
 * The kept synonyms of the index of the level, with its name. Throws the 404 of the frame on a server that keeps none.
 */
export async function requireSynonyms(scope: Scope): Promise<{ name: string; open: boolean; all: Synonym[] }> {
  const { name, open } = await requireIndex(scope);
  const all = await listSynonyms(scope, name);
  if (all) return { name, open, all };
  throw notThere(scope, { path: "/_synonyms", detail: "This server keeps no synonyms." });
}

/** One of them by its id, or the 404 of the frame. */
export async function requireSynonym(scope: Scope, id: string) {
  const { name, all } = await requireSynonyms(scope);
  const found = all.find((one) => one.id === id);
  if (found) return { name, all, found };
  throw notThere(scope, { path: "/_synonym", detail: "There is no such group of synonyms, or no longer." });
}

function notThere({ context }: Scope, { path, detail }: { path: string; detail: string }) {
  return new BackendError({
    failure: { kind: "status", status: 404, method: "GET", path, requestId: context.requestId, detail },
  });
}
