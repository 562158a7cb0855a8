import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

/** Every value that is a little smaller than this one: a part taken away, or shortened, in one place. */
function* smaller(value: JsonValue): Generator<JsonValue> {
  if (typeof value === "string") {
    const words = value.split(" ");
    if (words.length > 1)
      for (let at = 0; at < words.length; at++) yield words.filter((_, place) => place !== at).join(" ");
    return;
  }
  if (Array.isArray(value)) {
    if (value.length > 1) for (let at = 0; at < value.length; at++) yield value.filter((_, place) => place !== at);
    for (let at = 0; at < value.length; at++)
      for (const inner of smaller(value[at] ?? null)) yield value.map((one, place) => (place === at ? inner : one));
    return;
  }
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value))
    if (key !== "fields") yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  for (const [key, one] of Object.entries(value)) for (const inner of smaller(one)) yield { ...value, [key]: inner };
}

const JOINING = ["bool", "dis_max", "constant_score", "boosting"];

/** The queries inside a joining query. */
function inner(query: JsonObject): JsonObject[] {
  const [kind, body] = Object.entries(query)[0] ?? [];
  if (kind === undefined || !JOINING.includes(kind) || !isJsonObject(body)) return [];
  return Object.values(body)
    .flatMap((part) => (Array.isArray(part) ? part : [part]))
    .filter(isJsonObject);
}

/** True where a query expands a word to those near to it. */
export function isFuzzy(query: JsonObject): boolean {
  return /"fuzz|~\d/.test(JSON.stringify(query));
}

/** The clauses of a query that join no others, each word of a text as a clause of its own. */
export function clausesOf(query: JsonObject): JsonObject[] {
  const joined = inner(query);
  if (joined.length > 0) return joined.flatMap(clausesOf);
  const [kind = "", body] = Object.entries(query)[0] ?? [];
  for (const [path, text] of textsIn(body)) {
    const words = text.split(" ").filter((word) => /\w/.test(word));
    if (words.length > 1 && path.length > 0) return words.map((word) => ({ [kind]: replaced(body, path, word) }));
  }
  return [query];
}

/** Where the text of a text query stands: below `query`, at any depth. */
function textsIn(body: JsonValue | undefined, path: string[] = []): [string[], string][] {
  if (!isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([key, value]): [string[], string][] => {
    if (key === "query" && typeof value === "string") return [[[...path, key], value]];
    return textsIn(value, [...path, key]);
  });
}

function replaced(body: JsonValue | undefined, [key = "", ...rest]: string[], text: string): JsonObject {
  const object = isJsonObject(body) ? body : {};
  return { ...object, [key]: rest.length === 0 ? text : replaced(object[key], rest, text) };
}

/**
 * The smallest query found that still fails: whole clauses first, then their settings and words. `fails` is asked at
 * most `most` times; it has to say no to a query that both engines refuse.
 */
export async function shrink(
  query: JsonObject,
  fails: (query: JsonObject) => Promise<boolean>,
  most = 300,
): Promise<JsonObject> {
  let current = query;
  let asked = 0;
  for (;;) {
    let found: JsonObject | undefined;
    for (const candidate of [...inner(current), ...smaller(current)]) {
      if (asked++ >= most) return current;
      if (isJsonObject(candidate) && Object.keys(candidate).length === 1 && (await fails(candidate))) {
        found = candidate;
        break;
      }
    }
    if (!found) return current;
    current = found;
  }
}
