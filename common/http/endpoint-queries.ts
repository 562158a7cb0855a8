import { behindText, isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "../text/json";

// Names of members are read without regard to case, as the server that this API comes from reads them.
function membersNamed(object: JsonObject, name: string): string[] {
  return Object.keys(object).filter((key) => key.toLowerCase() === name);
}

function queriesOf(body: JsonValue): { key: string; queries: JsonValue[] }[] {
  if (!isJsonObject(body)) return [];
  return membersNamed(body, "query").flatMap((key) => {
    const queries = body[key];
    return Array.isArray(queries) ? [{ key, queries }] : [];
  });
}

/**
 * Where a search request names an `endpoint` to be called: `query[1].endpoint`. Empty for a body that is none, or names
 * none. Who keeps a request that somebody else runs refuses one with such places (`docs/run/security.md`, as whom it
 * runs).
 */
export function endpointPlaces(body: JsonValue): string[] {
  return queriesOf(body).flatMap(({ key, queries }) =>
    queries.flatMap((query, at) =>
      isJsonObject(query) ? membersNamed(query, "endpoint").map((name) => `${key}[${at}].${name}`) : [],
    ),
  );
}

/**
 * The same request without the queries that call an endpoint, and the places that were left out. A body that names none
 * is given back as it is.
 */
export function withoutEndpoints<Body extends JsonValue>(body: Body): { body: Body | JsonObject; left: string[] } {
  const left = endpointPlaces(body);
  if (left.length === 0 || !isJsonObject(body)) return { body, left };
  const kept = queriesOf(body).map(({ key, queries }): [string, JsonValue] => [
    key,
    queries.filter((query) => !isJsonObject(query) || membersNamed(query, "endpoint").length === 0),
  ]);
  const whole: JsonObject = body;
  const queries: JsonObject = Object.fromEntries(kept);
  return { body: { ...whole, ...queries }, left };
}

// A text that has neither the word nor an escape has no such member.
const MAY_NAME = /endpoint|\\u/i;
const TOKEN = /["{}[\],:]/g;

type Open = { list: boolean; /** The member, or the place in the list, that stands at hand. */ at: string };

function nameOf(quoted: string): string {
  try {
    const name: unknown = JSON.parse(quoted);
    return typeof name === "string" ? name : quoted;
  } catch {
    return quoted;
  }
}

/**
 * The same for a text as it is sent: one value or several on lines, with a mark before it or rubbish behind it, with
 * members that stand twice, of which servers read the first, the last or both. Read once from left to right, whatever
 * its length.
 */
export function endpointPlacesIn(text: string): string[] {
  if (!MAY_NAME.test(text)) return [];
  const places: string[] = [];
  const open: Open[] = [];
  const isNamed = (one: Open | undefined, name: string) =>
    one !== undefined && !one.list && one.at.toLowerCase() === name;
  let last = "";
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [sign] = found;
    const inner = open.at(-1);
    if (sign === '"') {
      TOKEN.lastIndex = behindText(text, found.index);
      last = text.slice(found.index, TOKEN.lastIndex);
    } else if (sign === ":" && inner && !inner.list) {
      inner.at = nameOf(last);
      const [root, list] = open;
      if (open.length === 3 && list?.list && isNamed(root, "query") && isNamed(inner, "endpoint"))
        places.push(`${root?.at ?? ""}[${list.at}].${inner.at}`);
    } else if (sign === "{") open.push({ list: false, at: "" });
    else if (sign === "[") open.push({ list: true, at: "0" });
    else if (sign === "," && inner?.list) inner.at = String(Number(inner.at) + 1);
    else if (sign === "}" || sign === "]") open.pop();
  }
  return places;
}

/**
 * A text without the queries that call an endpoint, and the places that were left out; as it is where it names none.
 * What is left is written again, so that no server reads another text in it. Null where it names some and is not JSON,
 * line by line either.
 */
export function withoutEndpointsIn(text: string): { text: string | null; left: string[] } {
  const left = endpointPlacesIn(text);
  if (left.length === 0) return { text, left };
  const lines = [text, ...text.split(/\r?\n/)];
  for (const parts of [lines.slice(0, 1), lines.slice(1)]) {
    try {
      const kept = parts.map((part) =>
        part.trim() === "" ? part : stringifyJson(withoutEndpoints(parseJson(part.replace(/^\ufeff/, ""))).body),
      );
      return { text: kept.join("\n"), left };
    } catch {
      // Another way to read it is tried.
    }
  }
  return { text: null, left };
}

const named = (places: readonly string[]) =>
  places.length > 3 ? `${places.slice(0, 3).join(", ")} and ${places.length - 3} more` : places.join(", ");

/** Why a request that others run is not kept. */
export function endpointRefusal(places: readonly string[]): string {
  return `Remove ${named(places)}: a kept request must not call an address in the name of whoever runs it.`;
}

/** What is told where a request was kept before, and runs without them. */
export function endpointRemark(left: readonly string[]): string {
  return `Left out: ${left.length === 1 ? "a query that calls" : `${left.length} queries that call`} an endpoint (${named(left)}). A kept request calls no address in your name.`;
}
