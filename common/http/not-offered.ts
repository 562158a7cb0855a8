/**
 * What our back end says of a path, or of its method, that leads to no route; a real server answers 404 with a line of
 * text, or 405 with nothing.
 */
export const NOT_OFFERED = "this server does not offer this call";

/** Bodies by which servers say with a 404 that the route is missing, and not an index or a document. */
export const NO_ROUTE: readonly string[] = [
  "404 page not found\n",
  JSON.stringify({ error: { code: 404, status: "Not Found", message: NOT_OFFERED } }),
];

type Answered = {
  status: number;
  detail?: string | undefined;
  /** The type of the engine's reason, where our back end adds one. */ cause?: string | undefined;
};

/**
 * How products say that they have no such call, beside 404, which may be about an index or a document. Seen with these;
 * asked here alone.
 */
const SAYINGS: readonly { product: string; says: (answered: Answered) => boolean }[] = [
  { product: "ReactiveSearch, and our back end", says: ({ status }) => status === 405 },
  // The first name of a path is taken for an index.
  {
    product: "ReactiveSearch, of paths that start with a call",
    says: ({ status, detail = "" }) =>
      status === 400 && /invalid index name|invalid_index_name|must not start with/i.test(detail),
  },
  // The call goes on to the engine as one of a document with a type, which refuses it without a word; a refusal that is
  // about what was sent has words.
  {
    product: "ReactiveSearch 8, before OpenSearch 2",
    says: ({ status, detail = "", cause = "unsupported" }) =>
      status === 400 && cause === "unsupported" && /^elastic: Error 400 \(Bad Request\)$/.test(detail.trim()),
  },
  {
    product: "OpenSearch and Elasticsearch",
    says: ({ status, detail = "" }) => status === 400 && /no handler found for uri/i.test(detail),
  },
  // The name of the call is taken for the type of a new document.
  {
    product: "Elasticsearch 7",
    says: ({ status, detail = "" }) =>
      status === 400 && /mapping type name can't start with '_'|invalid_type_name_exception/i.test(detail),
  },
];

/** True for an answer by which a server says that it has no such call at all; not for 404. */
export function saysNotOffered(answered: Answered): boolean {
  return SAYINGS.some(({ says }) => says(answered));
}
