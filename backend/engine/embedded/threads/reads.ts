import type { EngineRequest } from "../../port";

type Method = EngineRequest["method"];

const ASKED: readonly Method[] = ["GET", "HEAD", "POST"];
const SHOWN: readonly Method[] = ["GET", "HEAD"];

// By path, as the tables of routes have them: the loop of the gateway should not have to load those. `reads.test.ts`
// holds both together.
const READS: readonly (readonly [readonly Method[], readonly string[]])[] = [
  [
    ASKED,
    [
      ...[
        "_search",
        "_msearch",
        "_count",
        "_validate/query",
        "_analyze",
        "_field_caps",
        "_mget",
        "_mtermvectors",
      ].flatMap((call) => [`/${call}`, `/{index}/${call}`]),
      ...["/{index}/_explain/{id}", "/{index}/_termvectors", "/{index}/_termvectors/{id}"],
    ],
  ],
  [
    SHOWN,
    [
      ...["/{index}/_doc/{id}", "/{index}/_source/{id}"],
      ...["/{index}", "/_mapping", "/{index}/_mapping", "/{index}/_mappings", "/{index}/_mapping/{type}"],
      ...["/_mapping/field/{fields}", "/{index}/_mapping/field/{fields}"],
      ...["/_alias", "/_aliases", "/_alias/{name}", "/{index}/_alias", "/{index}/_alias/{name}"],
      ...["/_resolve/index/{name}", "/_data_stream", "/_data_stream/{name}", "/_cat/aliases", "/_cat/aliases/{name}"],
    ],
  ],
];

const SHAPES = READS.flatMap(([methods, paths]) => paths.map((path) => ({ methods, parts: path.split("/") })));

function partFits(part: string, shape: string | undefined): boolean {
  if (part === "" || !shape?.startsWith("{")) return part === shape;
  // No index has an underscore in front.
  return shape !== "{index}" || part === "_all" || !part.startsWith("_");
}

/** True for a call that a thread which only reads can answer. Scrolls stay with the one that writes. */
export function isRead({ method, path, query }: Pick<EngineRequest, "method" | "path" | "query">): boolean {
  if (method === "PUT" || method === "DELETE" || query?.["scroll"] !== undefined) return false;
  const given = path.split("/");
  return SHAPES.some(
    ({ methods, parts }) =>
      parts.length === given.length && methods.includes(method) && given.every((part, at) => partFits(part, parts[at])),
  );
}

/** So much of a body is looked at, in UTF-16 units or bytes. */
const BEGINNING = 256 * 1024;
const VECTOR_WORDS = ["knn", "query_vector", "queryVector"];

/** True for a search that may compare vectors: they are kept in the memory of one thread alone, for they are large. */
export function mayCompareVectors({ body }: Pick<EngineRequest, "body">): boolean {
  if (body === undefined) return false;
  const beginning =
    typeof body === "string"
      ? body.slice(0, BEGINNING)
      : Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, BEGINNING));
  return VECTOR_WORDS.some((word) => beginning.includes(word));
}

/** True for a call with a large body, which may keep a thread for longer than others. */
export function isLarge({ body }: Pick<EngineRequest, "body">, most: number): boolean {
  return (body?.length ?? 0) > most;
}
