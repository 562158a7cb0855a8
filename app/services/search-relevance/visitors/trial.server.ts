import type { JsonObject } from "@common/text/json";
import { holds } from "~/lib/access-control/product";
import type { Scope } from "~/session/scope.server";
import type { Draft } from "../draft/draft";
import { isNewId, RULES_WAITING, SYNONYMS_WAITING, waitingIn } from "../draft/waiting";
import { filledRequest, recordOfDraft } from "../filled-request.server";
import { bodyOfRule, ruleOfText } from "../rules/content";
import type { RelevanceSettings } from "../settings.server";

// A visitor's search with what waits in a draft. Our back end has a call for it; for others the console fills settings
// in itself, and synonyms and rules cannot be tried before they are published.

type Tried = { stored: Pick<RelevanceSettings, "record">; values: Draft["values"] };

/** What our back end takes as `draft`: settings, groups that come and go, rules that come, change and go. */
export function draftBody({ stored, values }: Tried): JsonObject {
  const groups = [...waitingIn(values, SYNONYMS_WAITING).values()];
  const rules = [...waitingIn(values, RULES_WAITING)];
  return {
    settings: recordOfDraft(stored, { values }),
    ...(groups.length > 0 && {
      synonyms: {
        add: groups.flatMap(({ now }) => now ?? []),
        remove: groups.flatMap(({ was }) => was ?? []),
      },
    }),
    ...(rules.length > 0 && {
      rules: {
        put: rules.flatMap(([id, { now }]) => (now === null ? [] : [{ id, ...bodyOfRule(ruleOfText(now)) }])),
        remove: rules.flatMap(([id, { now }]) => (now === null && !isNewId(id) ? [id] : [])),
      },
    }),
  };
}

/** Makes a visitor's request one that is tried with a draft, for `search`. */
export function triedWith({ identity }: Pick<Scope, "identity">, tried: Tried): (request: JsonObject) => JsonObject {
  if (holds(identity.product, "drafts")) {
    const draft = draftBody(tried);
    return (request) => ({ ...request, draft });
  }
  const record = recordOfDraft(tried.stored, { values: tried.values });
  return (request) => filledRequest({ request, record });
}

/** What of a draft takes no part in a search that is tried with it, because only its server could. */
export function untried({ identity }: Pick<Scope, "identity">, values: Draft["values"]): ("synonyms" | "rules")[] {
  if (holds(identity.product, "drafts")) return [];
  return [
    ...(waitingIn(values, SYNONYMS_WAITING).size > 0 ? (["synonyms"] as const) : []),
    ...(waitingIn(values, RULES_WAITING).size > 0 ? (["rules"] as const) : []),
  ];
}
