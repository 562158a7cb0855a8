import { randomUUID } from "node:crypto";
import { type Caller, isAdmin } from "../auth/types";
import { unauthorized } from "../http/errors";
import { lastingName } from "../indices/index-names";
import type { SignedContext } from "../http/types";
import { sectionsIn } from "../relevancy/record";
import { requireSettingsTold } from "../relevancy/told";
import type { Relevancy } from "@common/relevancy/schema";
import type { Services } from "../services";
import type { Category } from "@common/categories";
import type { ReindexBody } from "./schema";

type Parts = Pick<Services, "reIndexed" | "readers" | "relevancy" | "synonyms">;
/** What goes along with a re-index beside the index itself. */
type Along = { source: string; target: string; body: ReindexBody; context: SignedContext };

// They are written by calls that want these; the right to re-index is none to them.
function requireCategory(caller: Caller, category: Category): void {
  if (isAdmin(caller)) return;
  const { categories } = caller.kind === "user" ? caller.user : caller.permission;
  if (!categories.includes(category)) throw unauthorized(`credentials cannot access "${category}" category`);
}

/**
 * Reads what a re-index is to do with relevance settings and synonyms, before anything is made: those of the source go along to another index where `action`
 * names them, and `search_relevancy_settings` are saved for the target, unless either would take from what the target has something that the caller may not see.
 * Gives the work to be done once the target is there. Throws 400 and 401.
 */
export async function relevanceAlong(services: Parts, { source, target, body, context }: Along): Promise<() => Promise<void>> {
  const { caller } = context;
  const { relevancy, synonyms } = services;
  const isCopy = source !== target;
  const hasSettings = isCopy && body.action?.includes("search_relevancy") === true;
  const hasSynonyms = isCopy && body.action?.includes("synonyms") === true;
  const given: Relevancy = sectionsIn(body.search_relevancy_settings ?? {});
  const isGiven = Object.keys(given).length > 0;
  if (hasSettings || isGiven) requireCategory(caller, "searchrelevancy");
  if (hasSynonyms) requireCategory(caller, "synonyms");

  const reader = hasSettings || isGiven ? await services.readers(context) : null;
  const told = hasSettings ? { reader } : { reader, replaced: Object.keys(given) };
  if (reader) requireSettingsTold(await relevancy.get(await lastingName(services, target)), told);

  return async () => {
    if (!hasSettings && !hasSynonyms && !isGiven) return;
    const from = await lastingName(services, source);
    const to = await lastingName(services, target);
    const kept = hasSettings ? await relevancy.get(from) : null;
    if (kept) await relevancy.replace(to, kept);
    if (isGiven) await relevancy.change(to, { sections: given, requireTold: (before) => (hasSettings ? undefined : requireSettingsTold(before, told)) });
    if (hasSynonyms) await synonyms.put((await synonyms.ofIndex(from)).map((one) => ({ ...one, _id: randomUUID(), index: to })));
  };
}
