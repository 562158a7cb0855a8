import type { JsonObject } from "@common/text/json";
import { type Facet, facetId } from "@common/search-relevance/visitors/facets";
import { searchedFields, visitorRequest } from "@common/search-relevance/visitors/request";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { type Bucket, type Hit, readBuckets, readHits } from "~/services/data/search/answer.server";
import { defaultSearchFields, exactFields, titleField } from "~/services/data/search/fields";
import type { Piece } from "~/services/data/search/marks";
import { search } from "~/services/data/search/reactivesearch.server";
import { resultRow } from "~/services/data/search/result-row.server";
import type { Scope } from "~/session/scope.server";
import type { Draft } from "../draft/draft";
import { recordOfDraft } from "../filled-request.server";
import type { RelevanceSettings } from "../settings.server";
import { triedWith } from "../visitors/trial.server";
import { moveText, movesOf } from "./moves";

// One search beside the settings that it is about: what it finds with the draft of whoever looks, and what that moves.

const HITS = 5;
const FACETS = 3;
const VALUES = 8;

export type ExampleHit = {
  id: string;
  title: Piece[];
  /** Texts in which words were marked, as a client gets them; empty where the example is not about them. */
  found: { field: string; pieces: Piece[] }[];
  /** "up 2", "new"; null where nothing waits or it did not move. */
  moved: string | null;
};
export type Example = {
  total: number;
  hits: ExampleHit[];
  facets: { label: string; values: Bucket[] }[];
  /** The engine's own words where it refused the search. */
  problem: string | null;
};

/** What is shown of the hits: their order, the results as a client gets them, or the values that are counted. */
export type ExampleOf = "order" | "results" | "facets";

type Asked = {
  of: ExampleOf;
  index: string;
  text: string;
  stored: RelevanceSettings;
  draft: Draft;
  fields: readonly MappingField[];
};

/** The fields of which the settings count values, in their order. */
function countedFacets(record: JsonObject, fields: readonly MappingField[]): Facet[] {
  const section = record["aggregations"];
  const set =
    typeof section === "object" && section !== null && "dataField" in section ? section["dataField"] : undefined;
  const counted = typeof set === "object" && set !== null ? new Map(Object.entries(set)) : new Map<string, unknown>();
  const facets = exactFields(fields).filter(({ path }) => counted.get(path) === "term");
  return facets
    .slice(0, FACETS)
    .map(({ path, label, type }) => ({ path, label, kind: "values", type, values: [], from: "", to: "" }));
}

const keysOf = (hits: readonly Hit[]) => hits.map(({ _index, _id }) => JSON.stringify([_index ?? "", _id]));

/**
 * The first results of a search with what waits in a draft, beside those with the settings in force; with those alone
 * where nothing waits. Nothing is recorded. Throws BackendError.
 */
export async function searchExample(
  scope: Pick<Scope, "http" | "identity">,
  { of, index, text, stored, draft, fields }: Asked,
): Promise<Example> {
  const waits = Object.keys(draft.values).length > 0;
  const record = waits ? recordOfDraft(stored, draft) : stored.record;
  const title = titleField(fields);
  const facets = of === "facets" ? countedFacets(record, fields) : [];
  const requestOf = (settings: JsonObject) =>
    visitorRequest({
      ...{ text, from: 0, size: of === "facets" ? 0 : HITS, facets, counts: "as set" },
      usual: searchedFields(settings).length === 0 ? defaultSearchFields(fields).map(({ path }) => path) : [],
      ...(of === "order" && { shown: title === undefined ? [] : [title], marked: title === undefined ? [] : [title] }),
    });
  const tried = waits ? triedWith(scope, { stored, values: draft.values }) : (request: JsonObject) => request;
  const [answer, live] = await Promise.all([
    search(scope, { index, request: tried(requestOf(record)) }),
    waits && of === "order" ? search(scope, { index, request: requestOf(stored.record) }) : null,
  ]);
  const [part, before] = [readHits(answer), live && readHits(live)];
  if (!part.ok) return { total: 0, hits: [], facets: [], problem: part.message };
  const moves = before?.ok ? movesOf({ live: keysOf(before.value.hits), draft: keysOf(part.value.hits) }).draft : null;
  const counted = facets.map(({ label, path }, at) => ({
    label,
    part: readBuckets(answer, { id: facetId(at), field: path }),
  }));
  return {
    total: part.value.total,
    problem: null,
    hits: part.value.hits.map((hit, at) => {
      const row = resultRow({ hit, title, details: [], why: false });
      const move = moves?.[at];
      const moved = move && move.mark !== "same" ? moveText(move) : null;
      return { id: row.id, title: row.title, found: of === "results" ? row.found : [], moved };
    }),
    facets: counted.flatMap((one) =>
      one.part.ok ? [{ label: one.label, values: one.part.value.slice(0, VALUES) }] : [],
    ),
  };
}
