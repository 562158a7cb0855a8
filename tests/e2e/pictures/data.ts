import type { Product } from "../support/product";
import { seedCredential } from "../../setup/seeds/credential";
import { sampleComponent, sampleQuery, sampleTemplate, sampleUser } from "../support/screens";
import { seedChanges } from "./changes";
import { seedRequestLog } from "./logs";
import { fill, films, places, type Row } from "./films";
import { seedJobs } from "./jobs";
import { seedPipelines } from "./pipelines";
import { seedTuned } from "./relevance";
import { seedRuns } from "./runs";
import { seedSearches } from "./searches";

/** The index that the pictures of one index show. */
export const shown = "movies";
export const longName = "warehouse-northern-europe-nightly-import-of-articles-with-prices-and-stock-2026-11";
/** Somebody whose rights end at one index. */
export const limited = { username: "jonas", password: "a-quiet-owl" };

const text =
  "Returns are free within 30 days. Pack the article as it came, put the slip on top, and hand it in at any of our stores or parcel shops. ";

/** A document with many fields: short and long, nested, empty, of every kind. */
const article: Row = {
  title:
    "How do I return an article that was delivered to a pick-up point abroad, and who pays for customs and carriage?",
  body: text.repeat(24),
  language: "en",
  published: "2026-10-04T08:15:00Z",
  views: 48_210,
  rating: 4.25,
  sku: "9223372036854775807",
  is_public: true,
  replaced_by: null,
  tags: ["returns", "customs", "carriage", "pick-up point", "abroad"],
  author: { name: "Mira Nilsson-Weissenberger", mail: "mira@example.com", teams: ["Help centre", "Translations"] },
  store: { lat: 59.3293, lon: 18.0686 },
  a_field_whose_name_is_longer_than_any_column_that_could_show_it_on_one_line: "yes",
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `attribute_${String(at + 1).padStart(2, "0")}`,
      at % 3 === 0 ? at * 117 : `Value ${at + 1}`,
    ]),
  ),
};

/** A rule that promotes one film for "night" and hides another, both by what they are called. */
async function seedRule(product: Product): Promise<void> {
  const found = await product.call("POST", `/${shown}/_search`, { size: 2, query: { match: { Title: "night" } } });
  const { hits } = (found.body as { hits: { hits: { _id: string; _source: object }[] } }).hits;
  const [hidden, promoted] = hits;
  if (!hidden || !promoted) throw new Error("no two films of the night");
  await product.call("POST", "/_rule", {
    name: "Night",
    trigger: { type: "filter", expression: `'${shown}' in $index and $query contains 'night'` },
    actions: [
      { type: "promote_result", data: [{ doc: { ...promoted, _index: shown }, position: 1 }] },
      { type: "hide_result", data: [hidden._id] },
    ],
  });
}

/** What a back end holds after some weeks of use, and what the console wrote down of it. */
export async function seedPictures(product: Product): Promise<void> {
  await fill(product, { name: shown, body: { aliases: { films: {} } }, rows: films() });
  await seedRule(product);
  const geo = { mappings: { properties: { location: { type: "geo_point" } } } };
  await fill(product, { name: "all-cities", body: { ...geo, aliases: { cities: {} } }, rows: places(6_000) });
  const goods = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Article ${at + 1}`, price: at * 1.25, stock: at % 40 }));
  const copies = { settings: { number_of_replicas: 1 } };
  await fill(product, { name: "products-2026-11", body: { ...copies, aliases: { products: {} } }, rows: goods(860) });
  await fill(product, { name: "products-2026-10", body: copies, rows: goods(840) });
  await fill(product, {
    name: "support-articles",
    body: { aliases: { help: {}, "help-centre-en": {}, "help-centre-public": {} } },
    rows: [article, { title: "Opening hours" }],
  });
  await fill(product, { name: longName, rows: goods(12) });
  await fill(product, { name: "stores.eu", rows: goods(58) });
  await product.call("POST", "/stores.eu/_close");
  await fill(product, { name: "drafts-without-documents", rows: [] });
  for (let day = 1; day <= 24; day++)
    await fill(product, { name: `events-2026.10.${String(day).padStart(2, "0")}`, rows: goods(day) });
  await product.call("PUT", `/_template/${sampleTemplate.name}`, sampleTemplate.body);
  await product.call("PUT", `/_component_template/${sampleTemplate.name}`, sampleComponent);
  const words = {
    mappings: { properties: { title: { type: "text" }, created: { type: "date" } } },
    aliases: { everything: {} },
  };
  await product.call("PUT", "/_component_template/fields-of-articles", { version: 4, template: words });
  const composed = {
    index_patterns: ["articles-*"],
    priority: 200,
    composed_of: ["fields-of-articles", sampleTemplate.name],
  };
  await product.call("PUT", "/_index_template/articles", composed);
  await product.call("POST", "/_user", {
    ...limited,
    email: "jonas@example.com",
    allowed_actions: ["develop"],
    indices: ["products-*"],
  });
  await product.call("POST", "/_user", {
    ...sampleUser,
    email: "mira@example.com",
    indices: [shown, "events-*"],
    allowed_actions: ["analytics", "speed", "billing"],
  });
  await product.call("POST", "/_user", {
    username: "office",
    password: "a-quiet-owl",
    is_admin: true,
    email: "office@example.com",
  });
  for (const word of ["godfather", "matrix", "alien", "heat", "part", "love", "war", "night", "day", "city"]) {
    const search = { query: [{ id: "search", dataField: ["Title"], value: word }] };
    await product.call("POST", `/${shown}/_reactivesearch`, search);
  }
  const byGenre = {
    query: { match: { "Major Genre": "{{genre}}" } },
    size: "{{size}}",
    sort: [{ "IMDB Rating": "desc" }],
  };
  const stored = {
    description: "The best films of a genre",
    index: shown,
    query: byGenre,
    params: { genre: "Drama", size: 5 },
  };
  await product.call("PUT", `/_storedquery/${sampleQuery}`, stored);
  await seedCredential(product.call, {
    index: shown,
    referers: ["https://films.example/*", "https://*.films.example/find/*"],
    exclude_fields: ["Production Budget", "US Gross"],
  });
  const week = 7 * 86_400e9;
  for (const more of [
    { description: "Nightly import", ops: ["write"], categories: ["docs"], indices: ["products-*"], ttl: week },
    { description: "Dashboard", ops: ["read"], ttl: 1 },
    {},
  ])
    await product.call("POST", "/_permission", more);
  await seedSearches(product, shown);
  await seedTuned(product, shown);
  await seedPipelines(product);
  await seedRequestLog(product, shown);
  await seedRuns(product, shown);
  seedJobs(product);
  seedChanges(product);
}
