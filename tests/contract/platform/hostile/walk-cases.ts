import { PASSES, type Passes } from "@backend/gateway/platform/allow-list/table";
import { BULK_ACTION, type Members, MSEARCH_HEADER, SEARCH } from "@backend/gateway/platform/allow-list/members";
import { CredentialBodySchema } from "@backend/gateway/platform/auth/credential";
import { PublicKeyBodySchema } from "@backend/gateway/platform/auth/public-key";
import { BodySchema as StoredQueryBodySchema } from "@backend/gateway/resources/data/stored-queries/schema";
import { UserBodySchema } from "@backend/gateway/platform/auth/user";

/** A call with one hostile value in it: `place` tells where, `kind` which. */
export type HostileCall = {
  route: string;
  place: string;
  kind: string;
  method: string;
  path: string;
  body: string | undefined;
};

// Below the 16 KB that a request's head may have; longer ones never come as far as a route.
const LONG_IN_HEAD = "x".repeat(12_000);

/** What goes into paths and parameters, encoded as it stands here: a part that begins with `=` goes there as it is. */
const TEXTS: Record<string, string> = {
  "line ends": encodeURIComponent("shop\r\nX-Evil: 1\r\n\r\n<x>"),
  NUL: "shop%00.json",
  "steps up": encodeURIComponent("../../hidden/_doc/1"),
  "steps up, twice escaped": "%252e%252e%252fhidden",
  long: LONG_IN_HEAD,
  markup: encodeURIComponent(`<script>alert(1)</script>"'><img src=x>`),
  prototype: "__proto__",
  constructor: "constructor",
  unicode: encodeURIComponent("\u202e\ufeffſhop\u200b\u0301🦉"),
  "every index": "*",
  all: "_all",
  "all but one": encodeURIComponent("*,-shop"),
  "another index": "hidden",
  "a hidden index": ".planted",
  "the users": encodeURIComponent("shop,.users"),
  "date maths": encodeURIComponent("<{now/d}>"),
  "another cluster": encodeURIComponent("*:*"),
  below: "-1",
  huge: "99999999999999999999999999",
  "no number": "NaN",
  expression: encodeURIComponent("(a+)+$(.*)*\\1"),
  JSON: encodeURIComponent('{"query":{"terms":{"name":{"index":"hidden","id":"1","path":"name"}}}}'),
  nothing: "",
  "an address": encodeURIComponent("http://127.0.0.1:1/x"),
};
const KINDS = Object.keys(TEXTS);

/** What goes into members of bodies, as JSON text. */
const VALUES: Record<string, string> = {
  "line ends": JSON.stringify("shop\r\nX-Evil: 1"),
  NUL: JSON.stringify("a\0b"),
  "half a character": '"\\ud800"',
  "steps up": '"../../hidden/_doc/1"',
  long: JSON.stringify("x".repeat(65_536)),
  markup: JSON.stringify(`<script>alert(1)</script>"'>`),
  prototype: '{"__proto__":{"index":"hidden"},"constructor":{"prototype":{"x":1}}}',
  "the name of a prototype": '"__proto__"',
  unicode: JSON.stringify("\u202e\ufeffſhop\u200b\u0301🦉"),
  "every index": '"*"',
  "all in a list": '["_all","*,-shop"]',
  "another index": '"hidden"',
  "hidden indices": '[".planted",".users"]',
  "a look-up": '{"terms":{"name":{"index":"hidden","id":"1","path":"name"}}}',
  below: "-1",
  huge: "99999999999999999999999999",
  "beyond numbers": "1e400",
  list: '[[[[["a"],{}],null],-1],"a"]',
  "an empty list": "[]",
  object: '{"a":{"b":[{"c":null}]}}',
  null: "null",
  true: "true",
  nothing: '""',
  "an address": '"http://127.0.0.1:1/x"',
};
const VALUE_KINDS = Object.keys(VALUES);

/** Whole bodies. */
const BODIES: Record<string, string> = {
  list: "[]",
  null: "null",
  text: '"x"',
  number: "1e999",
  half: '{"a":',
  "no JSON": "<xml/>",
  NUL: '{"a":"\0"}',
  twice: '{"query":{"match_all":{}},"query":{"match_all":{}},"username":"a","username":"b"}',
  prototype: '{"__proto__":{"is_admin":true,"indices":["*"]},"constructor":{"prototype":{"is_admin":true}}}',
  deep: `${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`,
  "a deep list": `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  long: JSON.stringify({ a: "x".repeat(300_000) }),
  "many members": `{${Array.from({ length: 5_000 }, (_, at) => `"m${at}":${at}`).join(",")}}`,
  "a mark before": "\ufeff{}",
  lines: '{"index":{"_index":"hidden","_id":"1"}}\n{"name":"x"}\n{"delete":{"_index":".users","_id":"foo"}}\n',
  searches: '{"index":"hidden"}\n{}\n{"index":[".users"]}\n{}\n',
};

const PARTS: Record<string, string> = {
  index: "shop",
  id: "1",
  type: "shoe",
  name: "other",
  fields: "price",
  metric: "docs",
  scroll: "abc",
  source: "shop",
  target: "shop-new",
};
const RESTS: Record<string, string> = {
  "/_cat/*rest": "/_cat/indices",
  "/_nodes/*rest": "/_nodes/stats",
  "/_cluster/*rest": "/_cluster/health",
};

function pathOf(template: string, given: Record<string, string> = {}): string {
  const path = given["rest"] === undefined ? (RESTS[template] ?? template) : template.replace("*rest", given["rest"]);
  return path.replace(/:(\w+)/g, (_, name: string) => given[name] ?? PARTS[name] ?? name);
}

const OWN_BODIES: [start: string, names: readonly string[]][] = [
  ["/_user", Object.keys(UserBodySchema.shape)],
  [
    "/_permission",
    [...Object.keys(CredentialBodySchema.shape), "method", "path", "address", "referer", "keep_minutes"],
  ],
  ["/_role", Object.keys(CredentialBodySchema.shape)],
  ["/_public_key", Object.keys(PublicKeyBodySchema.shape)],
  ["/_storedquery", Object.keys(StoredQueryBodySchema.shape)],
  ["/_logs/retention", ["keep_days", "keep_records", "keep_mb", "days", "records", "mb"]],
  ["/_sync", ["interval"]],
  ["/_searchrelevancy", ["search", "aggregations", "results", "language", "synonyms", "rules", "indexSettings"]],
  ["/_synonym", ["_id", "type", "synonym", "index"]],
  ["/_grade", ["query", "docs", "indices", "page"]],
  [
    "/_reindex",
    ["mappings", "settings", "search_relevancy_settings", "include_fields", "exclude_fields", "types", "action"],
  ],
];
/** Of searches in the search API, which stand in its list of queries. */
const SEARCH_MEMBERS =
  "id type value dataField index size from react defaultQuery customQuery includeFields excludeFields sortBy sortField aggregationField aggregations highlight customHighlight fuzziness queryFormat nestedField endpoint distinctField after pagination suggestionsConfig enableRecentSuggestions searchboxId deepPagination deepPaginationConfig fieldWeights".split(
    " ",
  );
const EVENTS =
  "query query_id click_on click_type conversion_on favorite_on favorite_id favorite_source id custom_events user_id event_data save_search_id save_search_meta filters".split(
    " ",
  );

// The least that each route takes, so that a hostile member is what it is refused for.
const BASES: [end: RegExp, base: string][] = [
  [/^POST \/_user$/, '"username":"walked","password":"secret","allowed_actions":["develop"],"indices":["shop"]'],
  [/_reindex$/, '"source":{"index":"shop"},"dest":{"index":"shop-copy"}'],
  [/_storedquery/, '"index":"shop","query":{"query":{"match_all":{}}},"params":{}'],
  [/_try$/, '"method":"GET","path":"/shop/_search"'],
];

function joined(base: string, name: string, value: string): string {
  const kept = base
    .split(/,(?="\w+":)/)
    .filter((part) => part !== "" && !part.startsWith(`"${name}":`))
    .join(",");
  return `{${kept}${kept === "" ? "" : ","}${JSON.stringify(name)}:${value}}`;
}

type Place = { name: string; body: (value: string) => string };

function membersOf(members: Members, around: (text: string) => string, base = "", prefix = "", depth = 0): Place[] {
  return [...members.names, ...members.ofAdmins].flatMap((name): Place[] => {
    const inner = Object.hasOwn(members.inside, name) ? members.inside[name] : undefined;
    const here = { name: `${prefix}${name}`, body: (value: string) => around(joined(base, name, value)) };
    if (!inner || depth > 2) return [here];
    return [
      here,
      ...membersOf(
        inner,
        (text) =>
          around(joined(base, name, name === "docs" || name === "actions" || name === "requests" ? `[${text}]` : text)),
        "",
        `${prefix}${name}.`,
        depth + 1,
      ),
    ];
  });
}

function placesOf(route: string, row: Passes): Place[] {
  const base = BASES.find(([end]) => end.test(route))?.[1] ?? "";
  const template = route.split(" ")[1] ?? "";
  if (typeof row.body === "object") return membersOf(row.body, (text) => text, base);
  if (row.body === "searches")
    return [...membersOf(MSEARCH_HEADER, (text) => `${text}\n{}\n`), ...membersOf(SEARCH, (text) => `{}\n${text}\n`)];
  if (row.body === "lines") return membersOf(BULK_ACTION, (text) => `{"index":${text}}\n{"name":"x"}\n`);
  if (row.body === "any")
    return ["name", "__proto__", "_id", "a.b..c"].map((name) => ({ name, body: (value) => joined(base, name, value) }));
  if (row.body === "settings")
    return ["index", "number_of_replicas", "refresh_interval", "analysis", "index.hidden"].map((name) => ({
      name,
      body: (value) => joined(base, name, value),
    }));
  if (row.body !== "own" || route.startsWith("GET") || route.startsWith("HEAD")) return [];
  if (template.includes("_reactivesearch"))
    return SEARCH_MEMBERS.map((name) => ({
      name: `query.${name}`,
      body: (value) => `{"query":[${joined('"id":"a","dataField":["name"]', name, value)}]}`,
    }));
  if (template.includes("_analytics"))
    return EVENTS.map((name) => ({ name, body: (value) => joined('"query":"boot","query_id":"x"', name, value) }));
  const names = OWN_BODIES.find(([start]) => template.startsWith(start))?.[1] ?? ["name", "id", "value"];
  return names.map((name) => ({ name, body: (value) => joined(base, name, value) }));
}

// What a route needs to be let as far as its parameters.
function plainBody(route: string, row: Passes): string | undefined {
  if (route.startsWith("GET") || route.startsWith("HEAD")) return undefined;
  if (row.body === "lines") return '{"index":{"_id":"2"}}\n{}\n';
  if (row.body === "searches") return "{}\n{}\n";
  if (route.includes("_reactivesearch")) return '{"query":[{"id":"a","dataField":["name"]}]}';
  return `{${BASES.find(([end]) => end.test(route))?.[1] ?? ""}}`;
}

/**
 * How many of the kinds each place is asked with: all of them with `HOSTILE=all`, which takes ten minutes, else so
 * many, others at the next place.
 */
const isWhole = process.env["HOSTILE"] === "all";
const SAMPLES = { path: 4, parameter: 1, member: 1, body: 3 };

// Each kind comes up equally often, and a place that stands in several routes meets other kinds in each of them.
function createTurns<Kind>(kinds: readonly Kind[], count: number): () => readonly Kind[] {
  if (isWhole) return () => kinds;
  let at = 0;
  return () => Array.from({ length: count }, () => kinds[at++ % kinds.length]!);
}

/**
 * Every route of the table with hostile values in each of its path's parts, its parameters and the members of its body;
 * the same calls each time.
 */
export function hostileCalls(): HostileCall[] {
  const turns = { path: createTurns(KINDS, SAMPLES.path), parameter: createTurns([...KINDS, "twice"], SAMPLES.parameter), member: createTurns(VALUE_KINDS, SAMPLES.member), body: createTurns(Object.keys(BODIES), SAMPLES.body) }; // prettier-ignore
  return PASSES.flatMap((row) =>
    row.routes.flatMap((route): HostileCall[] => {
      const [method = "", template = ""] = route.split(" ");
      const plain = plainBody(route, row);
      const parts = [...template.matchAll(/[:*](\w+)/g)].map(([, name = ""]) => name);
      // Where any name is read, and where none is, some are sent.
      const parameters = [
        ...new Set([
          ...row.parameters,
          ...row.ofAdmins,
          ...(row.others === "refused" ? [] : ["size", "from", "filter", "colour"]),
        ]),
      ];
      const inPath = parts.flatMap((part) =>
        turns.path().map((kind) => ({
          place: `path: ${part}`,
          kind,
          path: pathOf(template, { [part]: TEXTS[kind] || "%20" }),
          body: plain,
        })),
      );
      const inQuery = parameters.flatMap((name) =>
        turns.parameter().map((kind) => {
          const query =
            kind === "twice"
              ? `${name}=1&${name}=*&${name}[]=hidden`
              : `${encodeURIComponent(name)}=${TEXTS[kind] ?? ""}`;
          return { place: `parameter: ${name}`, kind, path: `${pathOf(template)}?${query}`, body: plain };
        }),
      );
      const inBody = placesOf(route, row).flatMap(({ name, body }) =>
        turns.member().map((kind) => ({
          place: `member: ${name}`,
          kind,
          path: pathOf(template),
          body: body(VALUES[kind] ?? "null"),
        })),
      );
      const bodies = turns.body().map((kind) => ({ place: "body", kind, path: pathOf(template), body: BODIES[kind] }));
      return [...inPath, ...inQuery, ...inBody, ...bodies].map((call) => ({ ...call, route, method }));
    }),
  );
}
