import type { Event, Search } from "./events";

// Every figure of the reports once more, from the events themselves and by plain loops, so that nothing of how the
// reports are made can hide a fault.

type Seen = { id: string; index: string; position: number | null; converted: boolean };
type Row = { search: Search; term: string; seen: Seen[]; suggestions: number[]; chosen: Set<string> };

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const two = (number: number) => Math.round(number * 100) / 100;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Searches with what became of them. A click or a conversion counts once for each id. */
function rowsOf(events: readonly Event[]): Row[] {
  const rows = new Map<string, Row>();
  for (const event of events) {
    if (event.kind === "search") {
      const seen = (event.seen ?? []).map(([id, index]) => ({ id, index, position: null, converted: false }));
      rows.set(event.id, {
        search: event,
        term: event.term.trim().toLowerCase() || "<empty_query>",
        seen,
        suggestions: [],
        chosen: new Set(),
      });
      continue;
    }
    const row = rows.get(event.id);
    if (!row) continue;
    const entry = (id: string) => {
      const known =
        row.seen.find((one) => one.id === id && one.index === event.index) ?? row.seen.find((one) => one.id === id);
      if (known) return known;
      const made: Seen = { id, index: event.index, position: null, converted: false };
      row.seen.push(made);
      return made;
    };
    if (event.kind === "conversion") for (const id of event.on) entry(id).converted = true;
    else if (event.type === "result")
      for (const [id, position] of Object.entries(event.on)) entry(id).position ??= position;
    else
      for (const [id, position] of Object.entries(event.on)) {
        if (row.chosen.has(id)) continue;
        row.chosen.add(id);
        row.suggestions.push(position);
      }
  }
  return [...rows.values()];
}

function clicksOf(rows: readonly Row[], searches: number) {
  const results = rows.flatMap(({ seen }) => seen.flatMap(({ position }) => (position === null ? [] : [position])));
  const suggestions = rows.flatMap((row) => row.suggestions);
  const all = results.length + suggestions.length;
  const conversions = sum(rows.map(({ seen }) => seen.filter(({ converted }) => converted).length));
  return {
    clicks: all,
    result_clicks: results.length,
    suggestion_clicks: suggestions.length,
    click_position: ratio(sum(results) + sum(suggestions), all),
    result_click_position: ratio(sum(results), results.length),
    suggestion_click_position: ratio(sum(suggestions), suggestions.length),
    click_rate: ratio(all, searches) * 100,
    result_click_rate: ratio(results.length, searches) * 100,
    suggestion_click_rate: ratio(suggestions.length, searches) * 100,
    conversion_rate: ratio(conversions, searches) * 100,
    conversions,
  };
}

function grouped<Item>(items: readonly Item[], key: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups];
}

function dayOf(at: number, zone: string): string {
  return new Intl.DateTimeFormat("sv", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    at * 1000,
  );
}

/** What a report is about: times in unix seconds, both ends included; `index` null for all. */
export type Question = {
  from: number;
  to: number;
  index: string | null;
  zone: string;
  user?: string;
  events?: Record<string, string>;
};

/** Every figure, by plain loops. Lists are sorted by key, since those of the same count have no order of their own. */
export function reference(events: readonly Event[], { from, to, index, zone, user, events: wanted = {} }: Question) {
  const rows = rowsOf(events).filter(
    ({ search }) =>
      search.at >= from &&
      search.at <= to &&
      (index === null || search.indices.includes(index)) &&
      (user === undefined || search.user === user) &&
      Object.entries(wanted).every(([name, value]) => search.events?.[name] === value),
  );
  const pairs = (some: readonly Row[]) => sum(some.map(({ search }) => (index === null ? search.indices.length : 1)));
  const nothing = rows.filter(({ search }) => search.hits === 0);
  const all = clicksOf(rows, pairs(rows));
  const totals = clicksOf(rows, rows.length);
  const seen = rows.flatMap((row) => row.seen).filter((one) => index === null || one.index === index);
  const selections = rows.flatMap((row) =>
    (row.search.filters ?? []).map(([key, value]) => ({ key, value: value.toLowerCase(), row })),
  );
  const filtered = rows.filter(({ search }) => (search.filters ?? []).length > 0);
  const ofFilters = clicksOf(filtered, selections.length);
  const termRows = (some: readonly Row[]) => grouped(some, ({ term }) => term);
  const seenFigures = (some: readonly Seen[]) => {
    const clicked = some.flatMap(({ position }) => (position === null ? [] : [position]));
    return {
      clicks: clicked.length,
      position: ratio(sum(clicked), clicked.length),
      converted: some.filter(({ converted }) => converted).length,
    };
  };
  const ofSeen = seenFigures(seen);
  return {
    summary: {
      total_searches: pairs(rows),
      total_users: new Set(rows.map(({ search }) => search.user)).size,
      total_results_count: rows.flatMap((row) => row.seen).length,
      total_no_results_searches: pairs(nothing),
      no_results_rate: two(ratio(pairs(nothing), pairs(rows)) * 100),
      total_clicks: all.clicks,
      total_results_clicks: all.result_clicks,
      total_suggestions_clicks: all.suggestion_clicks,
      avg_click_rate: two(all.click_rate),
      avg_suggestions_click_rate: two(all.suggestion_click_rate),
      avg_click_position: two(all.click_position),
      avg_results_click_position: two(all.result_click_position),
      avg_suggestions_click_position: two(all.suggestion_click_position),
      total_conversions: all.conversions,
      avg_conversion_rate: two(all.conversion_rate),
    },
    popular: termRows(rows).map(([key, some]) => {
      const { conversions: _, ...figures } = clicksOf(some, some.length);
      return { key, count: some.length, ...figures };
    }),
    popularTotals: {
      total_searches: rows.length,
      total_search_terms: termRows(rows).length,
      total_clicks: totals.clicks,
      avg_click_position: two(totals.click_position),
      avg_click_rate: two(totals.click_rate),
      avg_conversion_rate: two(totals.conversion_rate),
    },
    noResults: termRows(nothing).map(([key, some]) => ({ key, count: some.length })),
    results: grouped(seen, ({ id, index: of }) => `${id} ${of}`).map(([key, some]) => {
      const { clicks, position, converted } = seenFigures(some);
      return {
        key,
        count: some.length,
        clicks,
        click_position: position,
        click_rate: ratio(clicks, some.length) * 100,
        conversion_rate: ratio(converted, some.length) * 100,
      };
    }),
    resultTotals: {
      total_results: new Set(seen.map(({ id, index: of }) => `${id} ${of}`)).size,
      total_impressions: seen.length,
      total_clicks: ofSeen.clicks,
      avg_click_position: two(ofSeen.position),
      avg_click_rate: two(ratio(ofSeen.clicks, seen.length) * 100),
      avg_conversion_rate: two(ratio(ofSeen.converted, seen.length) * 100),
    },
    filters: grouped(selections, ({ key, value }) => `${key} ${value}`).map(([key, some]) => {
      const { conversions: _, ...figures } = clicksOf(
        some.map(({ row }) => row),
        some.length,
      );
      return { key, count: some.length, ...figures };
    }),
    filterTotals: {
      total_filters: new Set(selections.map(({ key }) => key)).size,
      total_selections: selections.length,
      total_clicks: ofFilters.clicks,
      avg_conversion_rate: two(ofFilters.conversion_rate),
    },
    recent: termRows(rows.filter(({ term }) => term !== "<empty_query>")).map(([key, some]) => ({
      key,
      count: some.length,
      timestamp: new Date(Math.max(...some.map(({ search }) => search.at)) * 1000).toISOString(),
    })),
    days: grouped(rows, ({ search }) => dayOf(search.at, zone)).map(([day, some]) => ({ day, count: some.length })),
  };
}
