import { targetIn } from "./named-server";

// The text of the console: requests as Kibana users write them. Pure, for server and browser.

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;
export type ConsoleMethod = (typeof methods)[number];

/** One request of a text. Lines count from 1; the body is as it will be sent, null if it has none. */
export type ConsoleRequest = {
  method: ConsoleMethod;
  /** The server that a whole address names, as it is typed without name and password; null for a path alone. */
  server: string | null;
  /** With its slash, without its parameters. */
  path: string;
  /** What stands behind the question mark. */
  search: string;
  body: string | null;
  /** Lines of JSON, as `_bulk` and `_msearch` take them. */
  lines: boolean;
  from: number;
  to: number;
};

const HEAD = /^\s*(GET|POST|PUT|PATCH|DELETE|HEAD)\s+(\S.*)$/i;
const COMMENT = /^\s*(#|\/\/)/;
/** Calls whose body is lines of JSON. */
const BY_LINES = /(^|\/)(_bulk|_msearch|_msearch\/template)$/;

/** The requests of a text, in order. What stands before the first one is passed over. */
export function parseConsole(text: string): ConsoleRequest[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const found: { head: RegExpExecArray; from: number; body: string[]; to: number }[] = [];
  let quoted = false;
  let remark = false;
  for (const [at, line] of lines.entries()) {
    const current = found.at(-1);
    if (!quoted) {
      // A remark over several lines.
      if (remark || /^\s*\/\*/.test(line)) {
        remark = !line.includes("*/");
        continue;
      }
      if (COMMENT.test(line)) continue;
      const head = HEAD.exec(line);
      if (head) {
        found.push({ head, from: at + 1, body: [], to: at + 1 });
        continue;
      }
    }
    if (current === undefined) continue;
    if (line.trim() !== "" || quoted) {
      while (current.body.length < at + 1 - current.from - 1) current.body.push("");
      current.body.push(line);
      current.to = at + 1;
    }
    if ((line.split('"""').length - 1) % 2 === 1) quoted = !quoted;
  }
  return found.map(({ head, from, to, body }) => requestOf({ head, from, to, body: body.join("\n") }));
}

function requestOf({
  head,
  from,
  to,
  body,
}: {
  head: RegExpExecArray;
  from: number;
  to: number;
  body: string;
}): ConsoleRequest {
  const [, method = "GET", target = ""] = head;
  const { server, path, search } = targetOf(target);
  const lines = BY_LINES.test(path);
  const sent = withoutTripleQuotes(body).trim();
  return {
    method: methods.find((known) => known === method.toUpperCase()) ?? "GET",
    server,
    path,
    search,
    body: sent === "" ? null : lines ? asLines(sent) : sent,
    lines,
    from,
    to,
  };
}

// Written with or without the slash, and by some with the whole address.
function targetOf(target: string): { server: string | null; path: string; search: string } {
  const { server, rest } = targetIn(target);
  const [bare = ""] = rest.split("#");
  const mark = bare.indexOf("?");
  const path = (mark < 0 ? bare : bare.slice(0, mark)).trim();
  const search = mark < 0 ? "" : bare.slice(mark + 1).trim();
  return { server, path: path.startsWith("/") ? path : `/${path}`, search };
}

/** Texts between three quotes, which may hold quotes and line breaks, as JSON writes them. */
function withoutTripleQuotes(body: string): string {
  return body
    .split('"""')
    .map((part, at) => (at % 2 === 1 ? JSON.stringify(part.replace(/^\n/, "").replace(/\n[ \t]*$/, "")) : part))
    .join("");
}

/**
 * JSON values one after another, each on a line of its own. A text that they cannot be told apart in stays as it is.
 */
function asLines(text: string): string {
  const values: string[] = [];
  let depth = 0;
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === '"') {
      at = endOfText(text, at);
      continue;
    }
    if (sign === "{" || sign === "[") {
      if (depth === 0) start = at;
      depth += 1;
    } else if (sign === "}" || sign === "]") {
      depth -= 1;
      if (depth === 0 && start >= 0) values.push(onOneLine(text.slice(start, at + 1)));
    } else if (depth === 0 && !/\s/.test(sign)) return `${text}\n`;
  }
  return depth === 0 ? values.map((value) => `${value}\n`).join("") : `${text}\n`;
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

// Line breaks stand between the parts of a JSON text, never in one.
const onOneLine = (value: string) =>
  value
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

type Written = {
  method: string;
  server?: string | null | undefined;
  path: string;
  search?: string;
  body: string | null;
};

/** The address of a request as it stands in the text: with the server that it names. */
export const targetText = ({
  server,
  path,
  search,
}: {
  server?: string | null | undefined;
  path: string;
  search: string;
}) => `${server ?? ""}${path}${search === "" ? "" : `?${search}`}`;

/** A request as it is written in the text. */
export function writeRequest({ method, server, path, search = "", body }: Written): string {
  const target = targetText({ server, path, search });
  return body === null || body.trim() === ""
    ? `${method} ${target}`
    : `${method} ${target}\n${body.replace(/\n$/, "")}`;
}

/** The number of the request that a line belongs to: its own, or the last one before it. -1 before the first. */
export function requestAt(requests: readonly ConsoleRequest[], line: number): number {
  return requests.findLastIndex(({ from }) => from <= line);
}

/** What a request is called where one is chosen. */
export const requestLabel = ({
  method,
  ...target
}: Pick<ConsoleRequest, "method" | "path" | "search"> & { server?: string | null }) =>
  `${method} ${targetText(target)}`;

/**
 * What a request is, in few signs: the same for the same method, path, parameters and body, wherever it stands. Tells
 * edits apart, nothing more.
 */
function fingerprint({ method, server, path, search, body }: ConsoleRequest): string {
  const text = JSON.stringify([method, ...(server === null ? [] : [server]), path, search, body]);
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x9e3779b1);
    high = Math.imul(high ^ code, 0x5f356495);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36);
}

/** A request in the list of those of a text: its place, and what it is. */
export const choiceOf = (request: ConsoleRequest, at: number) =>
  `${at} ${fingerprint(request)} ${requestLabel(request)}`;

/**
 * The request that a choice names, by what it is and not by its place alone. The only request of a text is always
 * meant. Where the text has changed since it was listed, `isSame` is false and `at` is where it probably is now, -1
 * where nobody can tell.
 */
export function findChoice(requests: readonly ConsoleRequest[], choice: string): { at: number; isSame: boolean } {
  if (requests.length === 1) return { at: 0, isSame: true };
  const [, place = "", sign = "", label = ""] = /^(\d+) (\S+) (.*)$/s.exec(choice) ?? [];
  const nearest = (fits: (request: ConsoleRequest) => boolean) => {
    const there = requests[Number(place)];
    return place !== "" && there !== undefined && fits(there) ? Number(place) : requests.findIndex(fits);
  };
  const same = nearest((request) => fingerprint(request) === sign);
  return same >= 0
    ? { at: same, isSame: true }
    : { at: nearest((request) => requestLabel(request) === label), isSame: false };
}
