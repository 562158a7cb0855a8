import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/json";
import type { Engine, EngineRequest } from "../../engine/port";
import { engineError } from "../http/engine-errors";
import { HttpError } from "../http/errors";
import { callEngine, reach } from "./engine-client";

const PAGE = 500;
const KEEP_SCROLL = "2m";
/** How often all documents are gone through while others change them at the same time. */
const ROUNDS = 10;

type Rewrite = { engine: Engine; index: string; rewrite: (source: JsonObject) => JsonObject | null; check: () => void };
type Page = { scrollId: string; hits: JsonObject[] };

async function ask(engine: Engine, request: EngineRequest): Promise<JsonObject> {
  const response = await reach(engine, request);
  if (response.status >= 400) throw engineError(response);
  const body = parseJson(response.body);
  if (!isJsonObject(body)) throw new HttpError(502, "the engine's answer is no JSON object");
  return body;
}

function pageOf(body: JsonObject): Page {
  const hits = isJsonObject(body["hits"] ?? null) ? (body["hits"] as JsonObject)["hits"] : undefined;
  return { scrollId: String(body["_scroll_id"] ?? ""), hits: Array.isArray(hits) ? hits.filter(isJsonObject) : [] };
}

async function* pages(engine: Engine, index: string): AsyncGenerator<JsonObject[]> {
  await callEngine(engine, { method: "POST", path: `/${index}/_refresh` });
  const body = JSON.stringify({ size: PAGE, sort: ["_doc"], seq_no_primary_term: true });
  let page = pageOf(await ask(engine, { method: "POST", path: `/${index}/_search`, query: { scroll: KEEP_SCROLL }, body }));
  try {
    while (page.hits.length > 0) {
      yield page.hits;
      page = pageOf(await ask(engine, { method: "POST", path: "/_search/scroll", body: JSON.stringify({ scroll: KEEP_SCROLL, scroll_id: page.scrollId }) }));
    }
  } finally {
    await callEngine(engine, { method: "DELETE", path: "/_search/scroll", body: { scroll_id: [page.scrollId] } }, [404]);
  }
}

// Two lines of a bulk request, on condition that nobody has changed the document since.
function changeOf(hit: JsonObject, rewrite: Rewrite["rewrite"]): string {
  const source: JsonValue = hit["_source"] ?? null;
  const next = isJsonObject(source) ? rewrite(source) : null;
  if (!next) return "";
  const action: JsonObject = { _id: hit["_id"] ?? null, if_seq_no: hit["_seq_no"] ?? null, if_primary_term: hit["_primary_term"] ?? null };
  return `${stringifyJson({ index: action })}\n${stringifyJson(next)}\n`;
}

function statusesOf(answer: JsonObject): { status: number; error: JsonValue }[] {
  const items = Array.isArray(answer["items"]) ? answer["items"] : [];
  return items.flatMap((item) => {
    const result = isJsonObject(item) ? item["index"] : undefined;
    return result !== undefined && isJsonObject(result) ? [{ status: Number(result["status"]), error: result["error"] ?? null }] : [];
  });
}

async function rewriteOnce({ engine, index, rewrite, check }: Rewrite): Promise<boolean> {
  let isWhole = true;
  for await (const hits of pages(engine, index)) {
    check();
    const body = hits.map((hit) => changeOf(hit, rewrite)).join("");
    if (body === "") continue;
    const answer = await ask(engine, { method: "POST", path: `/${index}/_bulk`, body });
    for (const { status, error } of statusesOf(answer)) {
      if (status === 409) isWhole = false;
      else if (status >= 300) throw new HttpError(500, `a document of ${index} could not be rewritten: ${stringifyJson(error)}`);
    }
  }
  return isWhole;
}

/**
 * Rewrites every document of an index that the function wants changed; documents that somebody else changed meanwhile are read again. Digits of numbers
 * survive. `check` is asked before each page and ends the work by throwing.
 */
export async function rewriteDocuments(work: Rewrite): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) if (await rewriteOnce(work)) return;
  throw new HttpError(409, `the documents of ${work.index} are being changed by others`);
}
