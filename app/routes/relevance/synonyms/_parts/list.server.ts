import { pageOf } from "~/lib/address";
import { requireIndex } from "~/services/indices/get.server";
import { settle } from "~/services/http/settle.server";
import { typeOf } from "~/services/synonyms/groups";
import type { Synonym } from "~/services/synonyms/merge";
import { listSynonyms, readUse } from "~/services/synonyms/read.server";
import { BackendError } from "~/services/http/errors.server";
import type { Scope } from "~/session/scope.server";
import type { SynonymListState } from "./addresses";

/** Those that an address asks for. */
export function matching(all: readonly Synonym[], { q, type }: Pick<SynonymListState, "q" | "type">) {
  const sought = q.toLowerCase();
  return all
    .map((one) => ({ ...one, type: typeOf(one.expression) }))
    .filter((one) => (type === "" || one.type === type) && one.expression.toLowerCase().includes(sought));
}

/** A page of the synonyms that match, and whether the index uses what is kept; null where the server keeps none. Throws BackendError. */
export async function loadSynonyms(scope: Scope, state: SynonymListState) {
  const { name, open } = await requireIndex(scope);
  const all = await listSynonyms(scope, name);
  if (all === null) return null;
  return { name, open, all: all.length, use: await settle(readUse(scope, { index: name, kept: all })), ...pageOf(matching(all, state), state) };
}

/** The kept synonyms of the index of the level, with its name. Throws the 404 of the frame on a server that keeps none. */
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
  return new BackendError({ failure: { kind: "status", status: 404, method: "GET", path, requestId: context.requestId, detail } });
}
