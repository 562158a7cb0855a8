import * as z from "zod";
import { createChance } from "./chance";
import type { Visit } from "./plan";
import { must, type Server } from "./server";
import { begun, type Catalogue, type Document, mistyped } from "./words";

/** What was done, by kind. */
export type Counts = {
  searches: number;
  noResults: number;
  clicks: number;
  suggestionClicks: number;
  conversions: number;
  savedSearches: number;
  favorites: number;
};

/** The mark of everything that is recorded here; the server removes by it. */
export const MARK = { searchdeck_demo: "traffic" };
const PAGE = 10;
/** Of those who look at a result, so many look at the next; so many open what they look at. */
const LOOKS_ON = 0.82;
const OPENS = 0.24;

const HitSchema = z.object({
  _id: z.string(),
  _index: z.string().default(""),
  _source: z.record(z.string(), z.unknown()).default({}),
  value: z.unknown().optional(),
});
const AnswerSchema = z.object({
  hits: z.object({ hits: z.array(HitSchema) }).optional(),
  aggregations: z.unknown().optional(),
});
const BucketsSchema = z.object({ buckets: z.array(z.object({ key: z.string() })) });

type Found = { id: string | null; hits: Document[]; suggestions: { id: string; value: string }[]; values: string[] };
type Look = { term: string; at: number | undefined; filter?: string | undefined; suggest?: boolean };

/** Answers of the search API by the ids of their queries. */
export function documentsOf(answer: unknown): Document[] {
  const parsed = AnswerSchema.safeParse(answer);
  return parsed.success
    ? (parsed.data.hits?.hits ?? []).map(({ _id, _index, _source }) => ({ id: _id, index: _index, source: _source }))
    : [];
}

type Parts = {
  server: Server;
  index: string;
  catalogue: Catalogue;
  counts: Counts;
  isTimed: boolean;
  isStopped: () => boolean;
};

/** Goes through one visit: what is clicked on and at which place comes from the server's own answers. */
export async function goThrough(
  visit: Visit,
  { server, index, catalogue, counts, isTimed, isStopped }: Parts,
): Promise<void> {
  const chance = createChance(visit.seed);
  const base = `/${encodeURIComponent(index)}`;
  let clock = visit.at;
  const pass = (seconds: number) => (clock += Math.round(seconds * 1000));
  const at = () => (isTimed ? clock : undefined);
  const tell = (path: string, body: object) =>
    must(server, { method: "PUT", path, at: at(), body: { user_id: visit.visitor, custom_events: MARK, ...body } });

  async function look({ term, filter, suggest = false }: Omit<Look, "at">): Promise<Found> {
    const { fields, facet } = catalogue;
    const text = term === "" ? {} : { value: term };
    const query: object[] = suggest
      ? [{ id: "suggestions", type: "suggestion", dataField: fields, size: 5, ...text }]
      : [
          {
            id: "results",
            type: "search",
            dataField: fields,
            queryFormat: "and",
            size: PAGE,
            ...text,
            ...(facet !== null && { react: { and: ["facet"] } }),
          },
        ];
    if (!suggest && facet !== null)
      query.push({
        id: "facet",
        type: "term",
        dataField: [facet],
        size: 20,
        react: { and: ["results"] },
        ...(filter !== undefined && { value: [filter] }),
      });
    const settings = { recordAnalytics: !suggest, userId: visit.visitor, customEvents: MARK };
    const { body, searchId } = await must(server, {
      method: "POST",
      path: `${base}/_reactivesearch`,
      at: at(),
      body: { settings, query },
    });
    const parts = z.record(z.string(), z.unknown()).catch({}).parse(body);
    const suggested = AnswerSchema.safeParse(parts["suggestions"]);
    const counted = AnswerSchema.safeParse(parts["facet"]);
    const aggregations = z.record(z.string(), z.unknown()).catch({}).parse(counted.data?.aggregations);
    return {
      id: searchId,
      hits: documentsOf(parts["results"]),
      suggestions: (suggested.data?.hits?.hits ?? []).flatMap(({ _id, value }) =>
        typeof value === "string" ? [{ id: _id, value }] : [],
      ),
      values:
        facet === null ? [] : (BucketsSchema.safeParse(aggregations[facet]).data?.buckets ?? []).map(({ key }) => key),
    };
  }

  async function keep(query_id: string, { id, source }: Document): Promise<void> {
    if (chance.is(0.04)) {
      await tell("/_analytics/favorite", { query_id, favorite_on: id, source });
      counts.favorites++;
    }
    if (chance.is(0.02)) {
      await tell("/_analytics/save-search", { query_id, save_search_name: `${visit.visitor} ${query_id.slice(0, 8)}` });
      counts.savedSearches++;
    }
  }

  async function open({ id: query_id, hits }: Found): Promise<void> {
    if (query_id === null) return;
    await tell(`${base}/_analytics/search`, {
      query_id,
      impressions: hits.map((hit) => ({ id: hit.id, index: hit.index || index })),
    });
    for (const [place, hit] of hits.entries()) {
      if (chance.is(OPENS)) {
        pass(3 + chance.below(20));
        await tell(`${base}/_analytics/click`, { query_id, click_on: { [hit.id]: place + 1 }, click_type: "result" });
        counts.clicks++;
        pass(5 + chance.below(90));
        await keep(query_id, hit);
        if (chance.is(0.12)) {
          await tell(`${base}/_analytics/conversion`, { query_id, conversion_on: [hit.id] });
          counts.conversions++;
        }
        if (chance.is(0.7)) return;
      }
      if (!chance.is(LOOKS_ON)) return;
    }
  }

  async function type(term: string): Promise<void> {
    for (const text of begun(term)) {
      await look({ term: text });
      pass(0.2 + chance.next() * 0.4);
    }
  }

  async function choose(term: string): Promise<Found | null> {
    const { suggestions } = await look({ term: begun(term)[0] ?? term, suggest: true });
    const place = suggestions.findIndex(() => chance.is(0.6));
    const chosen = suggestions[place];
    if (chosen === undefined) return null;
    pass(1 + chance.below(3));
    const found = await look({ term: chosen.value });
    if (found.id !== null) {
      await tell(`${base}/_analytics/click`, {
        query_id: found.id,
        click_on: { [chosen.id]: place + 1 },
        click_type: "suggestion",
      });
      counts.suggestionClicks++;
    }
    return found;
  }

  async function search(term: string): Promise<Found> {
    const chosen = term !== "" && chance.is(0.12) ? await choose(term) : null;
    if (chosen !== null) return chosen;
    if (chance.is(0.35)) await type(term);
    const found = await look({ term });
    const [filter] = term !== "" && found.values.length > 0 && chance.is(0.15) ? [chance.popular(found.values)] : [];
    if (filter === undefined) return found;
    pass(2 + chance.below(6));
    return look({ term, filter });
  }

  let meant: string | null = null;
  for (let count = 0; count < visit.searches && !isStopped(); count++) {
    const wanted: string = meant ?? (chance.is(0.06) ? "" : chance.popular(catalogue.terms));
    const term: string = meant === null && wanted !== "" && chance.is(0.1) ? mistyped(wanted, chance) : wanted;
    const found = await search(term);
    counts.searches++;
    if (found.hits.length === 0) counts.noResults++;
    await open(found);
    // Who found nothing by mistyping often sees it.
    meant = found.hits.length === 0 && term !== wanted && chance.is(0.6) ? wanted : null;
    pass(35 + chance.below(120));
  }
}

/** Counts of a run that has done nothing yet. */
export function noCounts(): Counts {
  return { searches: 0, noResults: 0, clicks: 0, suggestionClicks: 0, conversions: 0, savedSearches: 0, favorites: 0 };
}
