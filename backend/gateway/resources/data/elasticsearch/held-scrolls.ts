import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { HELD_LIMITS } from "@common/limits/held";
import type { Engine, EngineResponse } from "@backend/engine/port";
import type { HeldOpen } from "@backend/gateway/platform/held/held-open";
import { readKeepAlive } from "@backend/gateway/platform/held/keep-alive";
import type { Reserved } from "@backend/gateway/platform/held/scroll-book";
import { ownerOf } from "@backend/gateway/platform/held/shares";
import { refusedByEngine } from "@backend/gateway/platform/http/errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import type { ElasticRoute } from "@backend/gateway/platform/http/engine-calls";

/** What a scroll counts as whose shards its answer does not tell. */
const UNTOLD = 10;
/** Elasticsearch writes the id and the shards before the hits; the id grows with the shards. */
const HEAD = 200_000;
const COPYING = /\/_(?:delete_by_query|update_by_query|reindex)$/;

type Call = { row: ElasticRoute; context: SignedContext; body: string };

/**
 * Holds the calls of one caller that open scrolls in the engine, read on in them, or copy what a query finds, to his
 * share.
 */
export type HeldScrolls = { around: (call: Call, ask: () => Promise<EngineResponse>) => Promise<EngineResponse> };

function objectIn(body: string): JsonObject {
  try {
    const value = parseJson(body);
    return isJsonObject(value) ? value : {};
  } catch {
    // The engine refuses it.
    return {};
  }
}

function shown(response: EngineResponse): { id: string | undefined; shards: number | undefined } {
  const head = response.body.slice(0, HEAD);
  const id = /"_scroll_id"\s*:\s*"([^"]{1,200000})"/.exec(head)?.[1];
  const shards = /"_shards"\s*:\s*\{\s*"total"\s*:\s*(\d{1,9})/.exec(head)?.[1];
  return { id, shards: shards === undefined ? undefined : Math.max(1, Number(shards)) };
}

// Of a body, a path or a parameter; several with commas between them.
function idsOf({ params, query }: SignedContext, body: string): string[] {
  const given = body.trim() === "" ? {} : objectIn(body);
  const inBody = [given["scroll_id"] ?? []].flat().filter((one) => typeof one === "string");
  const named = params["scroll"] ?? query["scroll_id"];
  return [...inBody, ...(named === undefined ? [] : named.split(","))];
}

function slicesOf(text: string | undefined): number {
  if (text === undefined || text === "") return 1;
  const { most } = HELD_LIMITS.slices;
  if (text === "auto") return most / 4;
  const slices = Number(text);
  if (slices > most)
    throw refusedByEngine({
      type: "illegal_argument_exception",
      reason: `The number of slices [${text}] is too large. It must be less than or equal to [${most}].`,
    });
  // What is no number is refused by the engine.
  return slices >= 1 ? slices : 1;
}

function taskOf({ status, body }: EngineResponse): string | undefined {
  return status < 400 ? /^\s*\{\s*"task"\s*:\s*"([^"\\]{1,200})"\s*\}\s*$/.exec(body.slice(0, 500))?.[1] : undefined;
}

/** The shares of callers in the scrolls of an engine. */
export function createHeldScrolls({ engine, held: { book, copies } }: { engine: Engine; held: HeldOpen }): HeldScrolls {
  async function opened(
    reserved: Reserved,
    { response, keepAlive, isCut }: { response: EngineResponse; keepAlive: number; isCut: boolean },
  ): Promise<void> {
    const { id, shards } = shown(response);
    if (id === undefined && !isCut) return;
    try {
      reserved.keep({ id: id ?? crypto.randomUUID(), weight: shards ?? UNTOLD, keepAlive });
    } catch (error) {
      // Only the engine knew how many shards it takes.
      if (id !== undefined)
        await callEngine(engine, { method: "DELETE", path: "/_search/scroll", body: { scroll_id: [id] } }, [404]);
      await response.rest?.[Symbol.asyncIterator]().return?.();
      throw error;
    }
  }

  async function open({ context }: Call, ask: () => Promise<EngineResponse>): Promise<EngineResponse> {
    const keepAlive = readKeepAlive(context.query["scroll"]);
    if (keepAlive === undefined) return ask();
    const reserved = book.reserve(ownerOf(context.caller));
    try {
      const response = await ask();
      if (response.status < 400)
        await opened(reserved, { response, keepAlive, isCut: context.query["filter_path"] !== undefined });
      return response;
    } finally {
      reserved.release();
    }
  }

  async function page({ context, body }: Call, ask: () => Promise<EngineResponse>): Promise<EngineResponse> {
    const given = objectIn(body)["scroll"];
    const asked = [typeof given === "string" ? given : undefined, context.query["scroll"]].map(readKeepAlive);
    const response = await ask();
    const [id] = idsOf(context, body);
    if (response.status >= 400 || id === undefined) return response;
    const { id: newId = id, shards = UNTOLD } = shown(response);
    book.touch({
      owner: ownerOf(context.caller),
      id,
      newId,
      weight: shards,
      keepAlive: asked.find((one) => one !== undefined),
    });
    return response;
  }

  async function close({ context, body }: Call, ask: () => Promise<EngineResponse>): Promise<EngineResponse> {
    const response = await ask();
    const ids = idsOf(context, body);
    if (response.status < 400 || response.status === 404) book.drop(ids.includes("_all") ? undefined : ids);
    return response;
  }

  function copy({ context }: Call, ask: () => Promise<EngineResponse>): Promise<EngineResponse> {
    const { query, caller, signal } = context;
    readKeepAlive(query["scroll"]);
    return copies.run({ owner: ownerOf(caller), slices: slicesOf(query["slices"]), signal, taskOf }, ask);
  }

  return {
    around: async (call, ask) => {
      const { path, methods } = call.row;
      if (path.startsWith("/_search/scroll")) return methods.includes("DELETE") ? close(call, ask) : page(call, ask);
      if (COPYING.test(path)) return copy(call, ask);
      return /\/_search(?:\/template)?$/.test(path) ? open(call, ask) : ask();
    },
  };
}
