import { randomUUID } from "node:crypto";
import { type Caller, isAdmin } from "@backend/gateway/platform/auth/types";
import { unauthorized } from "@backend/gateway/platform/http/errors";
import { lastingName } from "../index-names";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { sectionsIn } from "../../search-relevance/relevance/record";
import { requireSettingsTold } from "../../search-relevance/relevance/told";
import type { Relevance } from "@common/search-relevance/settings/schema";
import type { Services } from "@backend/gateway/services";
import type { Category } from "@common/access-control/categories";
import type { ReindexBody } from "./schema";

type Parts = Pick<Services, "reIndexed" | "readers" | "relevance" | "synonyms">;
/** What goes along with a re-index beside the index itself. */
type Along = { source: string; target: string; body: ReindexBody; context: SignedContext };

// They are written by calls that want these; the right to re-index is none to them.
function requireCategory(caller: Caller, category: Category): void {
  if (isAdmin(caller)) return;
  const { categories } = caller.kind === "user" ? caller.user : caller.credential;
  if (!categories.includes(category)) throw unauthorized(`credentials cannot access "${category}" category`);
}

/**
 * Reads what a re-index is to do with relevance settings and synonyms, before anything is made: those of the source go
 * along to another index where `action` names them, and `search_relevancy_settings` are saved for the target, unless
 * either would take from what the target has something that the caller may not see. Gives the work to be done once the
 * target is there. Throws 400 and 401.
 */
export async function relevanceAlong(
  services: Parts,
  { source, target, body, context }: Along,
): Promise<() => Promise<void>> {
  const { caller } = context;
  const { relevance, synonyms } = services;
  const isCopy = source !== target;
  const hasSettings = isCopy && body.action?.includes("search_relevancy") === true;
  const hasSynonyms = isCopy && body.action?.includes("synonyms") === true;
  const given: Relevance = sectionsIn(body.search_relevancy_settings ?? {});
  const isGiven = Object.keys(given).length > 0;
  if (hasSettings || isGiven) requireCategory(caller, "searchrelevancy");
  if (hasSynonyms) requireCategory(caller, "synonyms");

  const reader = hasSettings || isGiven ? await services.readers(context) : null;
  const told = hasSettings ? { reader } : { reader, replaced: Object.keys(given) };
  if (reader) requireSettingsTold(await relevance.get(await lastingName(services, target)), told);

  return async () => {
    if (!hasSettings && !hasSynonyms && !isGiven) return;
    const from = await lastingName(services, source);
    const to = await lastingName(services, target);
    const kept = hasSettings ? await relevance.get(from) : null;
    if (kept) await relevance.replace(to, kept);
    if (isGiven)
      await relevance.change(to, {
        sections: given,
        requireTold: (before) => (hasSettings ? undefined : requireSettingsTold(before, told)),
      });
    if (hasSynonyms)
      await synonyms.put((await synonyms.ofIndex(from)).map((one) => ({ ...one, _id: randomUUID(), index: to })));
  };
}
