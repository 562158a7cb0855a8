import type { Category } from "@common/access-control/categories";
import { KEPT_LIMITS } from "@common/limits/kept";
import { RULES_LIMITS } from "@common/limits/rules";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { type Caller, isAdmin } from "@backend/gateway/platform/auth/types";
import { badRequest, unauthorized } from "@backend/gateway/platform/http/errors";
import { mayWriteRules } from "@backend/gateway/resources/search-relevance/rules/rights";

const object = z.custom<JsonObject>(isJsonObject);
const groups = z.array(z.string().max(KEPT_LIMITS.synonym.most)).max(KEPT_LIMITS.synonyms.most).default([]);

/**
 * What is tried in the place of what is kept: the whole record of relevance settings, groups of synonyms that come and
 * go, rules that come, are changed (by their id), and go. What is left out stays as it is kept.
 */
const DraftSchema = z.strictObject({
  settings: object.optional(),
  synonyms: z.strictObject({ add: groups, remove: groups }).optional(),
  rules: z
    .strictObject({
      put: z.array(object).max(RULES_LIMITS.rules.most).default([]),
      remove: z.array(z.string()).max(RULES_LIMITS.rules.most).default([]),
    })
    .optional(),
});
export type SearchDraft = z.infer<typeof DraftSchema>;

/** A body taken apart: the search as any client sends it, and the draft that it is tried with. Throws 400. */
export function readDraft(text: string): { search: string; draft: SearchDraft } {
  let body;
  try {
    body = parseJson(text);
  } catch {
    throw badRequest("Can't parse request body");
  }
  if (!isJsonObject(body)) throw badRequest("Can't parse request body");
  const { draft: given, ...search } = body;
  const draft = DraftSchema.safeParse(given);
  if (!draft.success) {
    const [issue] = draft.error.issues;
    throw badRequest(
      `draft${issue?.path.map((step) => `.${String(step)}`).join("") ?? ""}: ${issue?.message ?? "invalid"}`,
    );
  }
  return { search: stringifyJson(search), draft: draft.data };
}

function mayWrite(caller: Caller, category: Category): boolean {
  if (isAdmin(caller)) return true;
  const { categories } = caller.kind === "user" ? caller.user : caller.credential;
  return categories.includes(category) && (caller.kind === "user" || caller.credential.ops.includes("write"));
}

/** Refuses a draft with a part that the caller could not publish: who may not tune may not try either. Throws 401. */
export function requireTuner(caller: Caller, { settings, synonyms, rules }: SearchDraft): void {
  const refuse = (part: string, right: string) => unauthorized(`draft.${part} needs the right to write ${right}`);
  if (settings && !mayWrite(caller, "searchrelevancy")) throw refuse("settings", "search relevance settings");
  if (synonyms && !mayWrite(caller, "synonyms")) throw refuse("synonyms", "synonyms");
  if (rules && !mayWriteRules(caller)) throw refuse("rules", "rules");
}
