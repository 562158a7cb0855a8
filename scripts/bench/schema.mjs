// The schema of an index of 2,000 fields: a page of the tree as a browser without scripts gets it.
import { headers, startBoth } from "./console.mjs";
import { load } from "./load.mjs";

const FIELDS = 2000;
const MOST_MS = 200;
const INDEX = "wide";

/** The section of the page. */
export async function schemaSection({ dataDir, seconds, at, others }) {
  const both = await startBoth({ dataDir: `${dataDir}/schema` });
  try {
    const field = { type: "text", fields: { keyword: { type: "keyword" }, search: { type: "text" } } };
    const properties = Object.fromEntries(Array.from({ length: FIELDS }, (_, n) => [`field_${n}`, field]));
    const body = JSON.stringify({ settings: { index: { mapping: { total_fields: { limit: 10_000 } } } }, mappings: { properties } });
    const made = await fetch(`${both.searchUrl}/${INDEX}`, { method: "PUT", headers, body });
    if (!made.ok) throw new Error(`the index answered ${made.status}: ${await made.text()}`);
    const pages = [
      ["the first 100 fields", "schema"],
      ["those that nothing uses, page 10", "schema?show=unused&page=10"],
      ["one field", "schema/field_7"],
    ];
    const rows = [];
    for (const [name, path] of pages) {
      const next = () => ({ url: `${both.address}/app/${INDEX}/${path}`, headers: { Cookie: both.cookie } });
      await load({ clients: 1, seconds: 1, next });
      rows.push([name, await load({ clients: 1, seconds, next })]);
    }
    const held = rows.every(([, { p95 }]) => p95 <= MOST_MS);
    return `## Schema

${at}. Pages of the schema of an index of ${FIELDS.toLocaleString("en-US")} text fields, over HTTP, one client (load average ${others.toFixed(1)}).

| page | p50 / p95 ms |
|---|---|
${rows.map(([name, { p50, p95 }]) => `| ${name} | ${p50.toFixed(1)} / ${p95.toFixed(1)} |`).join("\n")}

Goal: at most ${MOST_MS} ms (${held ? "held" : "missed"}).`;
  } finally {
    await both.stop();
  }
}
