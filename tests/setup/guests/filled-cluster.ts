import { readFileSync } from "node:fs";
import * as z from "zod";
import type { Engine } from "@backend/engine/port";

const object = z.record(z.string(), z.unknown());
const IndexSchema = z.object({
  name: z.string(),
  mappings: object,
  settings: object,
  aliases: object,
  documents: z.array(z.object({ _id: z.string(), _source: object })),
});
const ClusterSchema = z.object({
  templates: z.array(z.object({ name: z.string(), index_template: object })),
  indices: z.array(IndexSchema),
});

/** What a ReactiveSearch server left in a cluster. */
export type FilledCluster = z.infer<typeof ClusterSchema>;
export type FilledIndex = z.infer<typeof IndexSchema>;

/** As recorded; each call gives another copy, to be changed at will. */
export function filledCluster(): FilledCluster {
  return ClusterSchema.parse(
    JSON.parse(readFileSync(new URL("../../fixtures/filled-cluster.json", import.meta.url), "utf8")),
  );
}

type Method = "GET" | "PUT" | "POST" | "DELETE";

/** One call of an engine, its answer parsed. Throws where it is refused. */
export async function askEngine(
  engine: Engine,
  call: { method: Method; path: string; query?: Record<string, string>; body?: unknown },
): Promise<unknown> {
  const { body, ...rest } = call;
  const text = typeof body === "string" ? body : body === undefined ? undefined : JSON.stringify(body);
  const answer = await engine({ ...rest, ...(text === undefined ? {} : { body: text }) });
  if (answer.status >= 400) throw new Error(`${call.method} ${call.path}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body) as unknown;
}

const TemplateSchema = z.object({ index_patterns: z.array(z.string()), template: object, priority: z.number() });

/** Makes the cluster again in an engine; `legacy` with templates of the old kind, as older servers left them. */
export async function fill(
  engine: Engine,
  { templates, indices }: FilledCluster,
  { legacy = false }: { legacy?: boolean } = {},
): Promise<void> {
  for (const { name, index_template } of templates) {
    const { index_patterns, template, priority } = TemplateSchema.parse(index_template);
    if (legacy)
      await askEngine(engine, {
        method: "PUT",
        path: `/_template/${name}`,
        body: { index_patterns, order: priority, ...template },
      });
    else await askEngine(engine, { method: "PUT", path: `/_index_template/${name}`, body: index_template });
  }
  for (const { name, mappings, settings, aliases, documents } of indices) {
    await askEngine(engine, {
      method: "PUT",
      path: `/${name}`,
      body: { mappings, settings: { index: settings }, aliases },
    });
    const lines = documents.flatMap(({ _id, _source }) => [
      JSON.stringify({ index: { _id } }),
      JSON.stringify(_source),
    ]);
    if (lines.length > 0)
      await askEngine(engine, {
        method: "POST",
        path: `/${name}/_bulk`,
        query: { refresh: "true" },
        body: `${lines.join("\n")}\n`,
      });
  }
}

const HitsSchema = z.object({ hits: z.object({ hits: z.array(z.looseObject({ _id: z.string(), _source: object })) }) });
const NamesSchema = z.record(z.string(), z.object({ aliases: object, mappings: object, settings: object }));

/**
 * All that an engine holds under some names: definitions with their uuids, and documents with versions, by `index` and
 * `index/id`.
 */
export async function stateOf(engine: Engine, names: readonly string[]): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  const found = NamesSchema.parse(
    await askEngine(engine, { method: "GET", path: `/${names.join(",")}`, query: { expand_wildcards: "all" } }),
  );
  for (const [index, definition] of Object.entries(found)) {
    state.set(index, JSON.stringify(definition));
    await askEngine(engine, { method: "POST", path: `/${index}/_refresh` });
    const hits = await askEngine(engine, {
      method: "POST",
      path: `/${index}/_search`,
      body: { size: 100, version: true, seq_no_primary_term: true },
    });
    for (const { _id, _source, _version, _seq_no } of HitsSchema.parse(hits).hits.hits)
      state.set(`${index}/${_id}`, JSON.stringify({ _version, _seq_no, _source }));
  }
  return state;
}

/** What differs between two states, by name. */
export function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .sort();
}

/** The documents of an index that fit a query. */
export async function sourcesWhere(
  engine: Engine,
  { index, query }: { index: string; query: object },
): Promise<Record<string, unknown>[]> {
  return HitsSchema.parse(
    await askEngine(engine, { method: "POST", path: `/${index}/_search`, body: { query } }),
  ).hits.hits.map(({ _source }) => _source);
}

/** The names of all indices, hidden ones too. */
export async function indexNames(engine: Engine): Promise<string[]> {
  const rows = await askEngine(engine, {
    method: "GET",
    path: "/_cat/indices",
    query: { format: "json", expand_wildcards: "all" },
  });
  return z
    .array(z.object({ index: z.string() }))
    .parse(rows)
    .map(({ index }) => index)
    .sort();
}
