import { formatNumber } from "~/lib/values/numbers";
import { holds, type Product } from "~/lib/access-control/product";
import { timeFromWords } from "~/lib/access-control/time-to-live";
import type { Content } from "~/services/access-control/credentials/content.server";
import type { Credential } from "~/services/access-control/credentials/read.server";
import { categoryRows, limitKey, powerful } from "./categories";

export type InWords = { can: string[]; cannot: string[]; mind: string[] };

const listed = (names: readonly string[], none: string) =>
  names.length === 0
    ? none
    : names.length > 5
      ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`
      : names.join(", ");

type Known = Pick<
  Credential,
  | "ops"
  | "categories"
  | "indices"
  | "limits"
  | "referers"
  | "sources"
  | "include_fields"
  | "exclude_fields"
  | "search_include_fields_only"
  | "maxSize"
  | "queryDsl"
  | "expired"
  | "ttl"
>;

/** The same of what an editor begins with. */
export function wordsOf(
  { operations, max_size, query_dsl, expires_after, ...rest }: Content,
  product: Product,
): InWords {
  const known = {
    ...rest,
    ops: operations,
    maxSize: max_size,
    queryDsl: query_dsl,
    expired: false,
    ttl: timeFromWords(expires_after),
  };
  return rightsInWords(known, product);
}

// Each way to search has a limit of its own, and counts for itself: the one that an application meets is that of its
// way.
function searchesInWords({ categories, limits }: Pick<Known, "categories" | "limits">): string {
  const ways = categoryRows.filter(
    ({ name }) => (name === "reactivesearch" || name === "search") && categories.includes(name),
  );
  const each = ways
    .map(({ name, opens }) => ({ opens, limit: limits[limitKey(name)] ?? 0 }))
    .filter(({ limit }) => limit > 0);
  const [first, ...others] = each;
  if (first === undefined) return "";
  if (each.length === ways.length && others.every(({ limit }) => limit === first.limit))
    return `${formatNumber(first.limit)} searches/s`;
  return each.map(({ opens, limit }) => `${formatNumber(limit)} searches/s by ${opens}`).join("; ");
}

type Fields = Pick<Known, "include_fields" | "exclude_fields" | "search_include_fields_only">;

// A server that does not close fields leaves them out of documents alone: a search still finds by them and counts their
// values.
function fieldsInWords(
  { include_fields: included, exclude_fields: excluded, search_include_fields_only: only }: Fields,
  product: Product,
) {
  const closes = holds(product, "closed-fields");
  const some = included.length > 0 && !included.includes("*");
  const searchesAll = some && !(only && closes);
  const cannot = [
    excluded.length > 0 && `See ${closes ? "or search " : ""}the fields ${listed(excluded, "")}`,
    some && `See ${searchesAll ? "" : "or search "}fields other than ${listed(included, "")}`,
  ];
  const mind = [
    searchesAll && "Searches all fields, so what is not included can be found out by asking.",
    excluded.length > 0 &&
      !closes &&
      "This server leaves excluded fields out of documents only. Their values can be found out by searching and aggregating.",
  ];
  return { cannot, mind };
}

/** What a credential can do, what it cannot, and what to keep in mind: the rules of the server as sentences. */
export function rightsInWords(known: Known, product: Product): InWords {
  const { ops, categories, indices, limits, referers, sources, maxSize, queryDsl, expired, ttl } = known;
  const opens = categoryRows.filter(({ name }) => categories.includes(name));
  const every = indices.includes("*");
  const where = every ? "all indices" : listed(indices, "no index");
  const [reads, writes, deletes] = ["read", "write", "delete"].map((op) => ops.includes(op));
  const fields = fieldsInWords(known, product);
  const anyPage = referers.some((one) => /^\*+$/.test(one));
  const anyAddress = sources.length === 0 || sources.includes("0.0.0.0/0");
  const dangerous = categories.filter((name) => powerful.includes(name));
  const can = [
    reads && `Read ${where}`,
    writes && `Write to ${where}`,
    deletes && `Delete in ${where}`,
    opens.length > 0 &&
      `Call: ${listed(
        opens.map(({ opens: what }) => what),
        "",
      )}`,
    searchesInWords({ categories, limits }),
    (limits["ip_limit"] ?? 0) > 0 && `${formatNumber(limits["ip_limit"] ?? 0)} requests/h from one address`,
    maxSize !== null && `Get up to ${formatNumber(maxSize)} results of one search`,
  ];
  const cannot = [
    expired && "Do anything: it has expired",
    !reads && "Read or search",
    !writes && "Write or change anything",
    !deletes && "Delete anything",
    !every && "Call the cluster as a whole, such as the list of all indices",
    ...fields.cannot,
    !queryDsl && "Send Query DSL to the search API",
    !anyPage && `Be used from pages other than ${listed(referers, "none at all")}`,
    !anyAddress && `Be used from addresses outside ${listed(sources, "")}`,
  ];
  const mind = [
    !anyPage && "A referer can be forged, so treat the password as public.",
    anyPage && anyAddress && "Works from any page and any address.",
    dangerous.length > 0 && `Opens ${listed(dangerous, "")}: keep it on servers, never in a page.`,
    ...(reads ? fields.mind : []),
    writes && anyAddress && "Whoever finds the password can change documents.",
    ttl < 0 && writes && "Never expires.",
  ];
  const said = (lines: readonly (string | false | undefined)[]) =>
    lines.filter((line): line is string => typeof line === "string" && line !== "");
  return { can: said(can), cannot: said(cannot), mind: said(mind) };
}
