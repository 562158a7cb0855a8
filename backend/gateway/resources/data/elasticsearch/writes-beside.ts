import * as z from "zod";
import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import { enginePath } from "@backend/gateway/platform/http/paths";
import type { Engine, EngineRequest, EngineResponse } from "@backend/engine/port";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { tellsOfBlock, type WriteCall, type Writes } from "../../indices/reindex/writes";
import type { ElasticRoute } from "@backend/gateway/platform/http/engine-calls";

const NEWLINE = 0x0a;
const DELETE = /^\s*\{\s*"delete"\s*:/;
const ACTION = /^\s*\{\s*"(index|create|update|delete)"\s*:/;

const textOf = (body: string | Uint8Array): string =>
  typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");

function deletedBy(line: string): string[] {
  try {
    const action = parseJson(line);
    const meta = isJsonObject(action) ? action["delete"] : undefined;
    const id = isJsonObject(meta) ? meta["_id"] : undefined;
    return id === undefined || id === null ? [] : [String(id)];
  } catch {
    return [];
  }
}

/**
 * The ids that lines of a bulk delete. A document that looks like such a line counts too, which does no harm: the ids
 * are only looked at.
 */
export function deletedIn(body: string | Uint8Array): string[] {
  const text = textOf(body);
  if (!text.includes('"delete"')) return [];
  return text.split("\n").flatMap((line) => (DELETE.test(line) ? deletedBy(line) : []));
}

/** Documents that a query deletes are noted up to so many; of more the ids are compared. */
const MOST_FOUND = 10_000;

// What a query finds is what it is about to delete. What cannot be found so is found out later.
async function foundBy(
  engine: Engine,
  { indices, body, signal }: { indices: readonly string[]; body: string | Uint8Array; signal: AbortSignal },
): Promise<string[]> {
  try {
    const sent = parseJson(textOf(body));
    if (!isJsonObject(sent) || sent["query"] === undefined) return [];
    const request = { size: MOST_FOUND, query: sent["query"], _source: false, track_total_hits: false };
    const path = enginePath([indices.join(","), "_search"]);
    const answer = await engine({
      method: "POST",
      path,
      query: { ignore_unavailable: "true" },
      body: stringifyJson(request),
      signal,
    });
    const found = FoundSchema.safeParse(answer.status === 200 ? parseJson(answer.body) : null);
    return found.success ? found.data.hits.hits.map(({ _id }) => _id) : [];
  } catch {
    return [];
  }
}

const FoundSchema = z.object({ hits: z.object({ hits: z.array(z.looseObject({ _id: z.string() })) }) });

/** What a call writes; null for one that writes no documents. A bulk and a copy may write to any index. */
export function writeOf(
  row: ElasticRoute,
  context: SignedContext,
  { body, engine }: Pick<EngineRequest, "body"> & { engine: Engine },
): WriteCall | null {
  if (row.category !== "docs" || row.op === "read") return null;
  const { signal, params, indices } = context;
  const isOpen = row.body === "bulk" || row.body === "reindex";
  const deleted = () => {
    if (row.op === "delete") return params["id"] === undefined ? [] : [params["id"]];
    if (body === undefined) return [];
    if (row.acl === "delete_by_query") return foundBy(engine, { indices, body, signal });
    return row.body === "bulk" ? deletedIn(body) : [];
  };
  return { indices: isOpen ? [] : indices, deleted, signal };
}

/** The pieces of a large bulk on their way: each waits for the end of a re-index by itself. */
export async function* beside(
  pieces: AsyncIterable<Uint8Array>,
  { writes, ...call }: WriteCall & { writes: Writes },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    await writes.before({ ...call, deleted: () => deletedIn(piece) });
    yield piece;
  }
}

const ItemSchema = z.looseObject({
  status: z.number(),
  error: z.looseObject({ reason: z.string().nullish() }).optional(),
});

const isBlocked = (item: unknown): boolean => {
  const parsed = isJsonObject(item) ? ItemSchema.safeParse(Object.values(item)[0]) : undefined;
  return parsed?.success === true && parsed.data.status === 403 && tellsOfBlock(parsed.data.error?.reason ?? "");
};

const isFailed = (item: unknown): boolean =>
  isJsonObject(item) && Object.values(item).some((one) => isJsonObject(one) && one["error"] !== undefined);

// The actions of a bulk with their documents, each as its lines.
function actionsOf(body: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(body);
  const actions: Buffer[] = [];
  for (let from = 0, begin = 0, isOpen = false; from < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found === -1 ? bytes.length : found + 1;
    const line = bytes.toString("utf8", from, Math.min(end, from + 200));
    if (!isOpen && line.trim() === "") {
      begin = from = end;
      continue;
    }
    isOpen = !isOpen && ACTION.exec(line)?.[1] !== "delete";
    if (!isOpen) {
      actions.push(bytes.subarray(begin, end));
      begin = end;
    }
    from = end;
  }
  return actions;
}

/**
 * The answer of a bulk whose items came up against the end of a re-index, once those were sent again and took their
 * place. `wait` is whether there was an end to wait for; after the first refusal they are sent again in any case, for
 * it may just be over.
 */
export async function withBlockedAgain({
  body,
  response,
  wait,
  send,
}: {
  body: string | Uint8Array;
  response: EngineResponse;
  wait: () => Promise<boolean>;
  send: (body: Uint8Array) => Promise<EngineResponse>;
}): Promise<EngineResponse> {
  if (response.status !== 200 || response.rest || !tellsOfBlock(response.body)) return response;
  let told = parseJson(response.body);
  const actions = actionsOf(body);
  for (let tries = 0; tries < 3; tries++) {
    const items = isJsonObject(told) && Array.isArray(told["items"]) ? told["items"] : [];
    if (!isJsonObject(told) || items.length !== actions.length) return response;
    const blocked = items.flatMap((item, place) => (isBlocked(item) ? [place] : []));
    if (blocked.length === 0 || (!(await wait()) && tries > 0)) break;
    const again = await send(Buffer.concat(blocked.map((place) => actions[place] ?? Buffer.alloc(0))));
    const answer = again.status === 200 && !again.rest ? parseJson(again.body) : undefined;
    const settled = isJsonObject(answer) && Array.isArray(answer["items"]) ? answer["items"] : [];
    if (settled.length !== blocked.length) break;
    const merged = [...items];
    for (const [at, place] of blocked.entries()) merged[place] = settled[at] ?? null;
    told = { ...told, errors: merged.some(isFailed), items: merged };
  }
  return { ...response, body: stringifyJson(told) };
}
