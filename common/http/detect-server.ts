import { trimEndOf } from "../text/trim-end";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../text/json";

/** An answer as it came; `header` gives null for one that is not there. */
export type Answered = { status: number; header: (name: string) => string | null; text: string };

/**
 * What answers in the place of a ReactiveSearch server: a search engine, before which a back end can be put, or
 * something else. `what` fits "This is …".
 */
export type Other = { kind: "engine" | "web"; what: string };

function jsonOf(text: string): JsonValue | null {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value !== undefined && isJsonObject(value) ? value[name] : undefined;
const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");
const MOST_WORDS = 100;
/** So much of an answer is looked at, in characters. */
const MOST_READ = 10_000;

// What an engine says of itself at `/`. OpenSearch can be told to say 7.10.2; its tagline still tells the product.
function productOf(body: JsonObject): string | null {
  const version = body["version"];
  const number = textOf(memberOf(version, "number")).slice(0, MOST_WORDS);
  const tagline = textOf(body["tagline"]);
  const distribution = textOf(memberOf(version, "distribution"));
  if (number === "") return null;
  if (textOf(memberOf(version, "build_type")) === "embedded")
    return "Searchdeck's embedded engine alone, without its back end";
  if (distribution === "opensearch") return `OpenSearch ${number}`;
  if (/opensearch/i.test(tagline)) return `OpenSearch, which says version ${number}`;
  if (/you know, for search/i.test(tagline) || textOf(memberOf(version, "lucene_version")) !== "")
    return `${distribution || "Elasticsearch"} ${number}`;
  return null;
}

/** The title of a web page; empty for one without, null for what is none. */
function pageTitle(text: string): string | null {
  if (!/^\s*(<!--[\s\S]*?-->\s*)?<(!doctype|html|head|body|\?xml)/i.test(text)) return null;
  return (/<title[^>]*>([^<]{1,200})<\/title>/i.exec(text)?.[1] ?? "").replace(/\s+/g, " ").trim().slice(0, MOST_WORDS);
}

// Engines with their security on, which tell nothing of themselves to strangers.
function guardedEngine({ status, header }: Answered, body: JsonValue | null): string | null {
  if (status !== 401 && status !== 403) return null;
  if (/^elasticsearch$/i.test(header("x-elastic-product") ?? "")) return "Elasticsearch";
  if (/opensearch/i.test(header("www-authenticate") ?? "")) return "OpenSearch";
  return textOf(memberOf(memberOf(body ?? undefined, "error"), "type")) === "security_exception"
    ? "Elasticsearch or OpenSearch"
    : null;
}

/**
 * A ReactiveSearch server refuses in one shape, `{"error":{"message":…}}`, which neither an engine nor a web server
 * has. Headers tell nothing: ours names Elasticsearch as its product, for clients that ask for that.
 */
export function isSearchServersRefusal(body: JsonValue | undefined): boolean {
  return typeof memberOf(memberOf(body, "error"), "message") === "string";
}

/** Where a redirect leads, without name, password and parameters. */
function leadsTo(location: string | null): string {
  if (location === null || !URL.canParse(location)) return "another page of its own";
  const { origin, pathname } = new URL(location);
  return `${origin}${pathname}`.slice(0, 300);
}

/**
 * What an answer shows that is no ReactiveSearch server's: an engine's own root or refusal, a web page, a redirect.
 * Null where the answer may well be one's. Such a server passes its engine's root on, but only to those who are signed
 * in: ask without that.
 */
export function otherThanSearchServer(answer: Answered): Other | null {
  if (answer.status >= 300 && answer.status < 400)
    return { kind: "web", what: `a web server that redirects to ${leadsTo(answer.header("location"))}` };
  const text = answer.text.slice(0, MOST_READ);
  const title = pageTitle(text);
  if (title !== null) return { kind: "web", what: title === "" ? "a web page" : `a web page, “${title}”` };
  const body = jsonOf(text);
  if (isSearchServersRefusal(body ?? undefined)) return null;
  const product = (body !== null && isJsonObject(body) ? productOf(body) : null) ?? guardedEngine(answer, body);
  return product === null ? null : { kind: "engine", what: product };
}

/**
 * The one line that puts our back end in front of an engine. Name, password and parameters of the address are left out.
 */
export function startOnEngine(address: string): string {
  const { origin, pathname } = new URL(address);
  return `ENGINE_URL=${origin}${trimEndOf(pathname, "/")} npm start`;
}
