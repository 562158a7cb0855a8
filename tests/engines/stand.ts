import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson, stringifyJson, type JsonValue } from "@common/text/json";
import { openEmbeddedEngine } from "@backend/engine/embedded/open";
import type { Engine } from "@backend/engine/port";
import { engineAt } from "./target";
import type { Call, Fixture } from "./types";

/** The two engines side by side: ours on a folder of its own, and the peer at OPENSEARCH_URL. */
export type Stand = { ours: Engine; theirs: Engine; close(): Promise<void> };

/** Documents in one bulk call. */
const BATCH = 1000;

/** Makes a fixture's index anew, merged into one segment, so that both engines count the same documents. */
export async function fill(engine: Engine, fixture: Fixture): Promise<void> {
  await engine({ method: "DELETE", path: `/${fixture.index}` });
  // No refresh in between, which would begin another segment: merging may put the later documents first.
  const settings = {
    index: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: "-1" },
    ...fixture.settings,
  };
  const made = await engine({
    method: "PUT",
    path: `/${fixture.index}`,
    body: stringifyJson({ settings, ...(fixture.mappings && { mappings: fixture.mappings }) }),
  });
  if (made.status >= 300) throw new Error(`${fixture.index}: ${made.body}`);
  for (let from = 0; from < fixture.documents.length; from += BATCH) {
    const lines = fixture.documents
      .slice(from, from + BATCH)
      .flatMap(({ id, source }) => [stringifyJson({ index: { _id: id } }), stringifyJson(source)]);
    const answer = await engine({ method: "POST", path: `/${fixture.index}/_bulk`, body: `${lines.join("\n")}\n` });
    if (answer.status >= 300 || answer.body.includes('"errors":true'))
      throw new Error(`${fixture.index}: ${answer.body.slice(0, 500)}`);
  }
  await engine({
    method: "PUT",
    path: `/${fixture.index}/_settings`,
    body: stringifyJson({ index: { refresh_interval: null } }),
  });
  await engine({ method: "POST", path: `/${fixture.index}/_forcemerge`, query: { max_num_segments: "1" } });
  await engine({ method: "POST", path: `/${fixture.index}/_refresh` });
}

/** Opens both engines with these indices. Throws without OPENSEARCH_URL. */
export async function openStand(fixtures: readonly Fixture[]): Promise<Stand> {
  const url = process.env["OPENSEARCH_URL"];
  if (!url) throw new Error("OPENSEARCH_URL says which OpenSearch to compare with");
  const theirs = engineAt(url);
  const folder = mkdtempSync(join(tmpdir(), "searchdeck-compare-"));
  const embedded = await openEmbeddedEngine({ folder, log: (message, details) => console.error(message, details) });
  for (const fixture of fixtures) {
    await Promise.all([fill(embedded.handle, fixture), fill(theirs, fixture)]);
  }
  return {
    ours: embedded.handle,
    theirs,
    async close() {
      for (const { index } of fixtures) await theirs({ method: "DELETE", path: `/${index}` });
      await embedded.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An answer with its body read; a body that is no JSON stays text. */
export type Answer = { status: number; body: JsonValue };

export async function ask(engine: Engine, { method, path, query, body }: Call): Promise<Answer> {
  const text = body === undefined ? undefined : typeof body === "string" ? body : stringifyJson(body);
  const answer = await engine({ method, path, ...(query && { query }), ...(text !== undefined && { body: text }) });
  return {
    status: answer.status,
    body: answer.contentType.includes("json") && answer.body !== "" ? parseJson(answer.body) : answer.body,
  };
}

/**
 * Takes away what stories made: indices, aliases and templates named `s-…`; the composable ones where a story makes
 * some.
 */
export async function wipeStories(engine: Engine, { templates = false } = {}): Promise<void> {
  await engine({ method: "DELETE", path: "/s-*", query: { expand_wildcards: "open,closed,hidden" } });
  await engine({ method: "DELETE", path: "/_template/s-*" });
  if (!templates) return;
  for (const kind of ["_index_template", "_component_template"])
    await engine({ method: "DELETE", path: `/${kind}/s-*` });
}
