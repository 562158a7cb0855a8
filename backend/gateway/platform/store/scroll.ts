import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import type { Engine, EngineRequest } from "@backend/engine/port";
import { engineError } from "../http/engine-errors";
import { HttpError } from "../http/errors";
import { callEngine, reach } from "./engine-client";

const KEEP_SCROLL = "2m";

type Page = { scrollId: string; hits: JsonObject[] };

/** Asks the engine for an object, in which digits of numbers survive. Throws the engine's errors. */
export async function askObject(engine: Engine, request: EngineRequest): Promise<JsonObject> {
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

/** All documents of an index that a search finds, page by page in no order; what was written before is among them. */
export async function* scrolled(
  engine: Engine,
  { index, search }: { index: string; search: object },
): AsyncGenerator<JsonObject[]> {
  await callEngine(engine, { method: "POST", path: `/${index}/_refresh` });
  const body = JSON.stringify({ sort: ["_doc"], ...search });
  let page = pageOf(
    await askObject(engine, { method: "POST", path: `/${index}/_search`, query: { scroll: KEEP_SCROLL }, body }),
  );
  try {
    while (page.hits.length > 0) {
      yield page.hits;
      page = pageOf(
        await askObject(engine, {
          method: "POST",
          path: "/_search/scroll",
          body: JSON.stringify({ scroll: KEEP_SCROLL, scroll_id: page.scrollId }),
        }),
      );
    }
  } finally {
    await callEngine(
      engine,
      { method: "DELETE", path: "/_search/scroll", body: { scroll_id: [page.scrollId] } },
      [404],
    );
  }
}
