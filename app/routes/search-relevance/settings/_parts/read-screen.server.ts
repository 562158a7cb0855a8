import type { LoaderFunctionArgs } from "@remix-run/node";
import { flattenMapping } from "~/lib/data/documents/mapping-fields";
import { draftAgainst } from "~/services/search-relevance/deploy/deploying.server";
import { readMapped } from "~/services/search-relevance/deploy/index-definition.server";
import type { Draft } from "~/services/search-relevance/draft/draft";
import { getDraft } from "~/services/search-relevance/draft/draft-store.server";
import type { RelevanceScreen } from "~/services/search-relevance/setting";
import { getRelevance, type RelevanceSettings } from "~/services/search-relevance/settings.server";
import { requireScope, type Scope } from "~/session/scope.server";

/** The index of an address; these screens are those of one. */
export function indexOf(scope: Scope): string {
  if (scope.level !== "app") throw new Response("There is no such page.", { status: 404 });
  return scope.app;
}

/** The draft of whoever asks, or an empty one on what is stored. */
export function draftOn(scope: Scope, stored: RelevanceSettings): Draft {
  const draft = getDraft(scope, indexOf(scope));
  return draft ? draftAgainst(draft, stored) : { base: stored.record, version: stored.version, values: {} };
}

/**
 * What a screen of settings stands on: one call beside settings and mapping reads the analysis of the index. Throws
 * BackendError.
 */
export async function readScreen({ request, params, context }: LoaderFunctionArgs, screen: RelevanceScreen) {
  const scope = await requireScope(request, params, { screen }, context);
  const index = indexOf(scope);
  const [stored, { mapping, make }] = await Promise.all([getRelevance(scope, index), readMapped(scope, index)]);
  return { scope, index, stored, fields: flattenMapping(mapping), make };
}
