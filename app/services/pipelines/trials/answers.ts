import { isJsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";

/** What a search found: how many hits, and which are in the answer, by id, in their order. */
export type Found = { total: number; ids: string[] };

/** How one answer differs from another. */
export type AnswerDifference = "same" | "order" | "hits" | "other" | "error";

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function hitsOf(answer: JsonValue): Found | null {
  const hits = isJsonObject(answer) ? answer["hits"] : undefined;
  if (hits === undefined || !isJsonObject(hits) || !Array.isArray(hits["hits"])) return null;
  const { total = hits["hits"].length } = hits;
  const count = total !== null && isJsonObject(total) ? total["value"] : total;
  const ids = hits["hits"].map((hit) =>
    isJsonObject(hit) ? stringifyJson([hit["_index"] ?? "", hit["_id"] ?? ""]) : "",
  );
  return { total: Number(count), ids };
}

/** What an answer has found, by the first of its searches; null where it is no answer of a search. */
export function foundIn(body: string): Found | null {
  const answer = parsed(body);
  if (answer === undefined || !isJsonObject(answer)) return null;
  const own = hitsOf(answer);
  if (own) return own;
  const lists = [...Object.values(answer), ...(Array.isArray(answer["responses"]) ? answer["responses"] : [])];
  for (const one of lists) {
    const found = hitsOf(one);
    if (found) return found;
  }
  return null;
}

type Answer = { code: number | null; body: string; failed: boolean };

/** What differs for whoever searches: hits and their order; else the bodies, the time they took aside. */
export function answerDifference(before: Answer, after: Answer): AnswerDifference {
  if (after.failed || (after.code ?? 200) >= 400)
    return before.code === after.code && before.failed === after.failed ? "same" : "error";
  const [old, fresh] = [foundIn(before.body), foundIn(after.body)];
  if (old === null || fresh === null) return timeless(before.body) === timeless(after.body) ? "same" : "other";
  if (old.total !== fresh.total) return "hits";
  if (old.ids.join("\n") === fresh.ids.join("\n")) return "same";
  return [...old.ids].sort().join("\n") === [...fresh.ids].sort().join("\n") ? "order" : "hits";
}

const timeless = (body: string) => body.replaceAll(/"took"\s*:\s*[\d.]+/g, '"took":0');
