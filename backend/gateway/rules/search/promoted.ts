import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/json";
import * as z from "zod";
import { openExpressions } from "../../access/behind-aliases";
import { fieldRights, fits } from "../../access/field-rights";
import { mayUseAllIndices } from "../../access/indices";
import { enginePath } from "../../http/paths";
import type { SignedContext } from "../../http/types";
import type { Services } from "../../services";
import { reach } from "../../store/engine-client";

/** A document that a rule shows before what was found, and at which place. */
export type Promoted = { doc: JsonObject; position?: number };

const HitsSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _index: z.string(), _source: z.custom<JsonObject>(isJsonObject).optional() })) }),
});

type Fields = { includes: readonly string[]; excludes: readonly string[] };

/** A document with the fields that are asked for: patterns, each with all that is below it. */
export function withFields(source: JsonObject, { includes, excludes }: Fields): JsonObject {
  const [isIn, isOut] = [includes.map(fits), excludes.map(fits)];
  const all = includes.length === 0 || includes.includes("*");

  function kept(value: JsonValue, path: string, included: boolean): JsonValue | undefined {
    if (isOut.some((test) => test(path))) return undefined;
    const inside = included || isIn.some((test) => test(path));
    if (Array.isArray(value)) {
      const items = value.flatMap((item) => {
        const one = kept(item, path, inside);
        return one === undefined ? [] : [one];
      });
      return inside || items.length > 0 ? items : undefined;
    }
    if (!isJsonObject(value)) return inside ? value : undefined;
    const entries = members(value, `${path}.`, inside);
    return inside || entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }

  function members(object: JsonObject, prefix: string, included: boolean): [string, JsonValue][] {
    return Object.entries(object).flatMap(([name, value]): [string, JsonValue][] => {
      const one = kept(value, `${prefix}${name}`, included);
      return one === undefined ? [] : [[name, one]];
    });
  }

  return Object.fromEntries(members(source, "", all));
}

/** A promoted document as a query and its caller may have it. */
export function shownTo({ doc, position }: Promoted, { fields, context }: { fields: Fields; context: SignedContext }): Promoted {
  const rights = fieldRights(context.caller);
  const { _source: given } = doc;
  const source = given !== undefined && isJsonObject(given) ? given : undefined;
  const asked = source && withFields(source, fields);
  const shown = asked && rights ? withFields(asked, rights) : asked;
  return { doc: { ...doc, ...(shown ? { _source: shown } : {}) }, ...(position === undefined ? {} : { position }) };
}

/**
 * The promoted documents that a caller may see. Whoever may use all indices gets them as the rule has them; others only those that stand in the indices
 * which he searches, as they are there: a rule of somebody with more rights opens no index.
 */
export async function openPromoted(
  promoted: readonly Promoted[],
  { context, services }: { context: SignedContext; services: Pick<Services, "engine" | "reIndexed"> },
): Promise<Promoted[]> {
  const sorted = [...promoted].sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  if (sorted.length === 0 || mayUseAllIndices(context.caller)) return sorted;
  const ids = sorted.map(({ doc }) => String(doc["_id"]));
  const indices = await openExpressions(context.indices, { caller: context.caller, behind: services.reIndexed.behindAliases });
  const response = await reach(services.engine, {
    method: "POST",
    path: enginePath([indices.join(","), "_search"]),
    body: JSON.stringify({ size: ids.length, query: { ids: { values: ids } } }),
    signal: context.signal,
  });
  const found = new Map((HitsSchema.safeParse(response.status === 200 ? parseJson(response.body) : null).data?.hits.hits ?? []).map((hit) => [hit._id, hit]));
  return sorted.flatMap((one) => {
    const hit = found.get(String(one.doc["_id"]));
    return hit ? [{ ...one, doc: { _id: hit._id, _index: hit._index, _source: hit._source ?? {} } }] : [];
  });
}
