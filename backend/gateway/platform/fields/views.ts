import { parseJson } from "@common/text/json";
import type { Engine } from "@backend/engine/port";
import type { FieldRights } from "../access/field-rights";
import { engineError } from "../http/engine-errors";
import { unauthorized } from "../http/errors";
import { enginePath } from "../http/paths";
import { reach } from "../store/engine-client";
import { leavesOf } from "./leaves";
import { createFieldView, type FieldView } from "./view";

export type { FieldView };

/** Reads what the mappings of some indices say, all without one, and what a credential may use of it. */
export type FieldViews = (options: {
  rights: FieldRights;
  indices: readonly string[];
  signal: AbortSignal;
}) => Promise<FieldView>;

/** How many views are kept, each with the mapping that it was made from. */
const KEPT = 50;
/** Longer mappings are read again every time, in characters. */
const MAX_KEPT = 1_000_000;

/**
 * Views of an engine's indices. The mapping is asked for at every search, for a field that was added a moment ago may
 * bring closed values under a new name; what was made of it is kept as long as it is the same.
 */
export function createFieldViews(engine: Engine): FieldViews {
  const kept = new Map<string, FieldView>();

  return async ({ rights, indices, signal }) => {
    if (indices.some((index) => index.includes(":")))
      throw unauthorized("credentials whose fields are limited cannot access other clusters");
    const query = { ignore_unavailable: "true", allow_no_indices: "true", expand_wildcards: "open,closed" };
    const answer = await reach(engine, {
      method: "GET",
      path: enginePath([...(indices.length > 0 ? [indices.join(",")] : []), "_mapping"]),
      query,
      signal,
    });
    // What is not there is said by the call itself.
    if (answer.status >= 400 && answer.status !== 404) throw engineError(answer);
    const mappings = answer.status === 404 ? "{}" : answer.body;
    const key = `${JSON.stringify(rights)}\n${mappings}`;
    const known = kept.get(key);
    if (known) return known;
    const view = createFieldView(rights, leavesOf(parseJson(mappings)));
    if (mappings.length > MAX_KEPT) return view;
    if (kept.size >= KEPT) kept.clear();
    kept.set(key, view);
    return view;
  };
}
