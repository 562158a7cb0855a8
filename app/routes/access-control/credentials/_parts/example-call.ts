import { isEveryIndex } from "@common/text/index-pattern";
import type { Op } from "@common/access-control/categories";
import type { Credential } from "~/services/access-control/credentials/read.server";

type Method = "GET" | "POST" | "DELETE";
type Row = {
  category: string;
  op: Op;
  /** What a category with acls asks for besides. */ acl?: string;
  method: Method;
  path: (index: string) => string;
  /** About the server as a whole: whose credential names indices may not call it. */ whole?: true;
  body?: string;
};

const FIRST_DOCUMENT = '{"title":"First document"}';

// What an application is likely to call first.
const CALLS: readonly Row[] = [
  { category: "reactivesearch", op: "read", method: "POST", path: (index) => `/${index}/_reactivesearch` },
  { category: "search", op: "read", acl: "search", method: "POST", path: (index) => `/${index}/_search`, body: "{}" },
  {
    category: "docs",
    op: "write",
    acl: "index",
    method: "POST",
    path: (index) => `/${index}/_doc`,
    body: FIRST_DOCUMENT,
  },
  { category: "docs", op: "read", acl: "get", method: "GET", path: (index) => `/${index}/_doc/1` },
  { category: "docs", op: "delete", acl: "delete", method: "DELETE", path: (index) => `/${index}/_doc/1` },
  { category: "indices", op: "read", acl: "mapping", method: "GET", path: (index) => `/${index}/_mapping` },
  { category: "analytics", op: "read", method: "GET", path: (index) => `/_analytics/${index}/popular-searches` },
  { category: "searchrelevancy", op: "read", method: "GET", path: (index) => `/_searchrelevancy/${index}` },
  { category: "logs", op: "read", method: "GET", path: (index) => `/${index}/_logs` },
  { category: "cat", op: "read", acl: "cat", method: "GET", path: () => "/_cat/indices", whole: true },
  { category: "clusters", op: "read", acl: "cluster", method: "GET", path: () => "/_cluster/health", whole: true },
  { category: "rules", op: "read", method: "GET", path: () => "/_rules", whole: true },
  { category: "storedquery", op: "read", method: "GET", path: () => "/_storedqueries", whole: true },
  { category: "permission", op: "read", method: "GET", path: () => "/_permissions", whole: true },
  { category: "user", op: "read", method: "GET", path: () => "/_users", whole: true },
];

export type ExampleCall = { method: Method; path: string; body?: string };

/** A call that a credential may make, the likeliest first; null where it may make none that is known here. */
export function exampleCall(
  { categories, ops, acls, indices }: Pick<Credential, "categories" | "ops" | "acls" | "indices">,
  index: string,
): ExampleCall | null {
  const row = CALLS.find(
    ({ category, op, acl, whole }) =>
      categories.includes(category) &&
      ops.includes(op) &&
      (acl === undefined || acls.includes(acl)) &&
      (whole !== true || indices.some(isEveryIndex)),
  );
  if (row === undefined) return null;
  const path = row.path(encodeURIComponent(index));
  return { method: row.method, path, ...(row.body === undefined ? {} : { body: row.body }) };
}

/** Whether a credential may send the requests of a search page to an index. */
export const maySearch = ({ categories, ops }: Pick<Credential, "categories" | "ops">): boolean =>
  categories.includes("reactivesearch") && ops.includes("read");
