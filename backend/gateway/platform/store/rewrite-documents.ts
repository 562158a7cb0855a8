import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import type { Engine } from "@backend/engine/port";
import { HttpError } from "../http/errors";
import { askObject, scrolled } from "./scroll";

const PAGE = 500;
/** How often all documents are gone through while others change them at the same time. */
const ROUNDS = 10;

type Rewrite = { engine: Engine; index: string; rewrite: (source: JsonObject) => JsonObject | null; check: () => void };
// Two lines of a bulk request, on condition that nobody has changed the document since.
function changeOf(hit: JsonObject, rewrite: Rewrite["rewrite"]): string {
  const source: JsonValue = hit["_source"] ?? null;
  const next = isJsonObject(source) ? rewrite(source) : null;
  if (!next) return "";
  const action: JsonObject = {
    _id: hit["_id"] ?? null,
    if_seq_no: hit["_seq_no"] ?? null,
    if_primary_term: hit["_primary_term"] ?? null,
  };
  return `${stringifyJson({ index: action })}\n${stringifyJson(next)}\n`;
}

function statusesOf(answer: JsonObject): { status: number; error: JsonValue }[] {
  const items = Array.isArray(answer["items"]) ? answer["items"] : [];
  return items.flatMap((item) => {
    const result = isJsonObject(item) ? item["index"] : undefined;
    return result !== undefined && isJsonObject(result)
      ? [{ status: Number(result["status"]), error: result["error"] ?? null }]
      : [];
  });
}

async function rewriteOnce({ engine, index, rewrite, check }: Rewrite): Promise<boolean> {
  let isWhole = true;
  for await (const hits of scrolled(engine, { index, search: { size: PAGE, seq_no_primary_term: true } })) {
    check();
    const body = hits.map((hit) => changeOf(hit, rewrite)).join("");
    if (body === "") continue;
    const answer = await askObject(engine, { method: "POST", path: `/${index}/_bulk`, body });
    for (const { status, error } of statusesOf(answer)) {
      if (status === 409) isWhole = false;
      else if (status >= 300)
        throw new HttpError(500, `a document of ${index} could not be rewritten: ${stringifyJson(error)}`);
    }
  }
  return isWhole;
}

/**
 * Rewrites every document of an index that the function wants changed; documents that somebody else changed meanwhile
 * are read again. Digits of numbers survive. `check` is asked before each page and ends the work by throwing.
 */
export async function rewriteDocuments(work: Rewrite): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) if (await rewriteOnce(work)) return;
  throw new HttpError(409, `the documents of ${work.index} are being changed by others`);
}
