import { gateReason } from "~/lib/access-control/gate";
import { settle } from "~/services/platform/http/settle.server";
import { fileLanguage } from "~/services/data/import/shape/search.server";
import type { Job } from "~/services/data/import/run/import-store.server";
import type { SearchSetup } from "~/services/data/import/types";
import type { Detection } from "~/services/data/import/read/detect.server";
import { languages } from "~/services/search-relevance/composition/language-names";
import { type FoundLanguage, proposedLanguage } from "~/services/search-relevance/first-settings/language.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import type { Scope } from "~/session/scope.server";

/**
 * Whether an import can set up search: `off` where the index has settings already or the server has none, `refused`
 * where the reader may not.
 */
export type SearchOffer = { kind: "off" } | { kind: "refused"; because: string } | { kind: "offered" };

/** Asks whether an import into an index can set up its search. What cannot be asked is not offered. */
export async function searchOffer(scope: Scope & { app: string }): Promise<SearchOffer> {
  const gate = scope.may("relevance:write");
  if (!gate.ok) return { kind: "refused", because: gateReason(gate) };
  const asked = await settle(getRelevance(scope, scope.app));
  return asked.ok && asked.value !== null && !asked.value.saved ? { kind: "offered" } : { kind: "off" };
}

/** What the page shows of it: the tick and the language, chosen before or proposed. */
export async function searchView({ offer, job, detection, isNew }: Shown): Promise<SearchView> {
  if (offer.kind !== "offered") return offer;
  const found = await fileLanguage(detection);
  const kept = job.plan?.search;
  return {
    ...offer,
    on: kept === undefined || kept.language !== null,
    // An index that is there is analyzed for what it is.
    language: isNew ? (kept?.language ?? proposedLanguage(found)) : null,
    found,
  };
}

type Shown = { offer: SearchOffer; job: Pick<Job, "plan">; detection: Detection; isNew: boolean };
export type SearchView = { kind: "off" } | { kind: "refused"; because: string } | OfferedSearch;
export type OfferedSearch = { kind: "offered"; on: boolean; language: string | null; found: FoundLanguage | null };

/** What is kept of the choices of the page for the run of the import. */
export function chosenSearch(
  offer: SearchOffer,
  chosen: { setUp: boolean; language?: string | undefined },
): SearchSetup {
  if (offer.kind === "refused") return { language: null, because: offer.because };
  if (offer.kind === "off" || !chosen.setUp) return { language: null, because: null };
  return { language: languages.find((name) => name === chosen.language) ?? "universal", because: null };
}
