import type { JsonObject } from "@common/text/json";
import { parseSearchRequest } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import { translateRequest } from "@backend/gateway/resources/data/reactivesearch/translate/translate";
import type { Random } from "../generate/random";

/** One search of a search page: its kind, the index it goes to, what was typed and the body. */
export type PageQuery = { kind: string; index: string; typed: string; body: JsonObject };

export const MOVIES = "q-relevance-movies";
export const CITIES = "q-relevance-cities";

const MOVIE_FIELDS = [
  { field: "Title", weight: 5 }, { field: "Title.search", weight: 2 }, { field: "Title.autosuggest", weight: 2 }, { field: "Title.lang", weight: 1 },
  { field: "Director", weight: 3 }, { field: "Director.search", weight: 1 }, { field: "Major Genre", weight: 1 }, { field: "Distributor", weight: 1 }, { field: "Creative Type", weight: 1 },
]; // prettier-ignore

function misspelt(random: Random, text: string): string {
  const place = 1 + random.below(Math.max(1, text.length - 2));
  if (random.chance(0.4)) return text.slice(0, place) + text.slice(place + 1);
  if (random.chance(0.5))
    return `${text.slice(0, place)}${text.charAt(place + 1)}${text.charAt(place)}${text.slice(place + 2)}`;
  return `${text.slice(0, place)}${text.charAt(place)}${text.slice(place)}`;
}

/** What the gateway makes of a ReactiveSearch query of one type. */
function translated(type: "search" | "suggestion", value: string, more: JsonObject = {}): JsonObject {
  const query = { id: "page", type, value, dataField: MOVIE_FIELDS, size: 10, ...more };
  const request = parseSearchRequest(JSON.stringify({ query: [query] }));
  const [engine] = translateRequest({ request, visitor: "127.0.0.1" }).engine;
  if (!engine) throw new Error(`${type} ${value}: goes to no engine`);
  return engine.body;
}

/** What search pages send for titles and names that are there, typed well and badly. */
export function pageQueries({
  random,
  titles,
  names,
}: {
  random: Random;
  titles: readonly string[];
  names: readonly string[];
}): PageQuery[] {
  const queries: PageQuery[] = [];
  const add = (
    count: number,
    kind: string,
    index: string,
    make: (text: string) => { typed: string; body: JsonObject },
  ) => {
    for (let at = 0; at < count; at++)
      queries.push({ kind, index, ...make(random.pick(index === MOVIES ? titles : names)) });
  };
  const search = (typed: string, query: JsonObject, more: JsonObject = {}) => ({
    typed,
    body: { query, size: 10, ...more },
  });
  const begun = (text: string) => text.slice(0, Math.max(2, Math.ceil(text.length * 0.6)));
  add(30, "misspelt title", MOVIES, (text) => {
    const typed = misspelt(random, text);
    return search(typed, { match: { Title: { query: typed, fuzziness: "AUTO" } } });
  });
  add(30, "several weighted fields", MOVIES, (text) =>
    search(text, {
      multi_match: {
        query: text,
        fields: ["Title^3", "Director^2", "Major Genre"],
        type: random.pick(["best_fields", "most_fields", "cross_fields"]),
      },
    }),
  );
  add(20, "phrase", MOVIES, (text) =>
    search(text, {
      multi_match: { query: text.split(" ").slice(0, 3).join(" "), fields: ["Title^2", "Title.lang"], type: "phrase" },
    }),
  );
  add(20, "begun title", MOVIES, (text) =>
    search(begun(text), {
      multi_match: { query: begun(text), fields: ["Title", "Title.search"], type: "bool_prefix" },
    }),
  );
  add(35, "translated search", MOVIES, (text) => {
    const typed = random.chance(0.4) ? misspelt(random, text) : text;
    return {
      typed,
      body: translated(
        "search",
        typed,
        random.chance(0.4) ? { fuzziness: "AUTO" } : random.chance(0.3) ? { queryFormat: "and" } : {},
      ),
    };
  });
  add(35, "translated suggestion", MOVIES, (text) => ({
    typed: begun(text),
    body: translated("suggestion", begun(text), random.chance(0.3) ? { fuzziness: 1 } : {}),
  }));
  add(25, "misspelt city", CITIES, (text) => {
    const typed = misspelt(random, text);
    return search(typed, { match: { name: { query: typed, fuzziness: "AUTO" } } });
  });
  add(25, "begun city", CITIES, (text) => search(begun(text), { match_bool_prefix: { name: begun(text) } }));
  add(20, "city with a filter", CITIES, (text) =>
    search(text, {
      bool: {
        must: { multi_match: { query: text, fields: ["name^2", "altName"] } },
        filter: { range: { population: { gte: 1000 } } },
      },
    }),
  );
  return queries;
}
