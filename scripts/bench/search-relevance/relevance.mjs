// Pages of the relevance settings as a browser without scripts gets them: live and draft side by side on many
// documents, the review of a draft and the schema of an index with many fields and synonyms.
import { headers, sendForm, startBoth } from "../console.mjs";
import { bulkBodies, cities } from "../engine/engine-work.mjs";
import { load } from "../load.mjs";

const FIELDS = 2000;
const SYNONYMS = 5000;
const MOST_COMPARED_MS = 300;
const MOST_MS = 200;
const WORDS = ["san", "new", "saint", "river", "port", "north", "villa", "santa", "west", "lake"];

async function call(url, { method = "POST", json, body = JSON.stringify(json), type = "application/json" }) {
  const answer = await fetch(url, { method, headers: { ...headers, "content-type": type }, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  await answer.arrayBuffer();
}

/** The cities, with settings in force and others in a draft. */
async function makeCities({ searchUrl, address, cookie }) {
  const documents = cities();
  for (const { body } of bulkBodies(documents, 2000))
    await call(`${searchUrl}/cities/_bulk`, { body, type: "application/x-ndjson" });
  await call(`${searchUrl}/cities/_refresh`, {});
  const search = { dataField: ["name", "altName"], fieldWeights: ["3.0", "1.0"], fuzziness: 0, queryFormat: "or" };
  await call(`${searchUrl}/_searchrelevancy/cities`, { method: "PUT", json: { search } });
  await sendForm({ address, cookie, path: "/app/cities/search", intent: "save-draft", values: { fuzziness: "AUTO" } });
  return documents.length;
}

/** An index of many text fields and synonyms, with a draft whose deploy composes all of them anew. */
async function makeWide({ searchUrl, address, cookie }) {
  const field = { type: "text", fields: { keyword: { type: "keyword" }, search: { type: "text" } } };
  const properties = Object.fromEntries(Array.from({ length: FIELDS }, (_, n) => [`field_${n}`, field]));
  const settings = { index: { mapping: { total_fields: { limit: 10_000 } } } };
  await call(`${searchUrl}/wide`, { method: "PUT", json: { settings, mappings: { properties } } });
  const groups = Array.from({ length: SYNONYMS }, (_, n) => ({ type: "equivalent", synonym: `word ${n},other ${n}` }));
  await call(`${searchUrl}/_synonym/wide`, { method: "PUT", json: groups });
  await sendForm({
    address,
    cookie,
    path: "/app/wide/languages",
    intent: "save-draft",
    values: { language: "french" },
  });
}

/** The section of the page. */
export async function relevanceSection({ dataDir, seconds, at, others }) {
  const both = await startBoth({ dataDir: `${dataDir}/relevance` });
  try {
    const documents = await makeCities(both);
    await makeWide(both);
    const compared = (n) => `cities/search/compare?q=${WORDS[n % 10]}+${WORDS[(n * 3) % 10]}`;
    const pages = [
      {
        name: `live and draft side by side, ${documents.toLocaleString("en-US")} documents`,
        path: compared,
        most: MOST_COMPARED_MS,
      },
      {
        name: `review of a draft: another language, ${SYNONYMS.toLocaleString("en-US")} synonyms`,
        path: () => "wide/search/review",
        most: MOST_MS,
      },
      { name: "schema, the first 100 fields", path: () => "wide/schema", most: MOST_MS },
      {
        name: "schema, fields that nothing uses, page 10",
        path: () => "wide/schema?show=unused&page=10",
        most: MOST_MS,
      },
      { name: "schema, one field", path: () => "wide/schema/field_7", most: MOST_MS },
    ];
    const rows = [];
    for (const page of pages) {
      const next = (n) => ({ url: `${both.address}/app/${page.path(n)}`, headers: { Cookie: both.cookie } });
      // Until what is called often is compiled: the figures are those of a console that has been up for a while.
      await load({ clients: 1, seconds: 4, next });
      rows.push({ ...page, ...(await load({ clients: 1, seconds, next })) });
    }
    return `## Relevance settings

${at}. Pages over HTTP, one client; the index of the review and the schema has ${FIELDS.toLocaleString("en-US")} text fields (load average ${others.toFixed(1)}).

| page | p50 / p95 ms | goal, p95 |
|---|---|---|
${rows.map(({ name, p50, p95, most }) => `| ${name} | ${p50.toFixed(1)} / ${p95.toFixed(1)} | ${most} ms, ${p95 <= most ? "held" : "missed"} |`).join("\n")}`;
  } finally {
    await both.stop();
  }
}
