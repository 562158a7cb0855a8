import { targetIn } from "./named-server";
import { type ConsoleMethod, methods } from "./parse";

/** What a curl command asks for, and of which server; the sign-in is not part of it. */
export type CurlRequest = {
  method: ConsoleMethod;
  server: string | null;
  path: string;
  search: string;
  body: string | null;
};
export type CurlResult =
  { ok: true; request: CurlRequest; /** What was left out. */ left: string[] } | { ok: false; problem: string };

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"' };

/**
 * The words of a command line as a POSIX shell reads them, `$'…'` of other shells too. Null where a quote never closes.
 */
function wordsOf(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? "";
    if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
    } else if (sign === "\\") {
      const next = text[at + 1] ?? "";
      // At the end of a line it only goes on in the next one.
      if (next === "\r" || next === "\n") at += text.startsWith("\r\n", at + 1) ? 3 : 2;
      else {
        word = (word ?? "") + next;
        at += 2;
      }
    } else if (sign === "'" || sign === '"' || (sign === "$" && text[at + 1] === "'")) {
      const read = quotedAt(text, at);
      if (read === null) return null;
      word = (word ?? "") + read.value;
      at = read.end;
    } else {
      word = (word ?? "") + sign;
      at += 1;
    }
  }
  return word === null ? words : [...words, word];
}

function quotedAt(text: string, from: number): { value: string; end: number } | null {
  const escaped = text[from] === "$";
  const quote = escaped ? "'" : (text[from] ?? "");
  let value = "";
  for (let at = from + (escaped ? 2 : 1); at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === quote) return { value, end: at + 1 };
    const next = text[at + 1] ?? "";
    if (sign === "\\" && (escaped || (quote === '"' && /["\\$`\n]/.test(next)))) {
      value += escaped ? (ESCAPES[next] ?? `\\${next}`) : next === "\n" ? "" : next;
      at += 1;
    } else value += sign;
  }
  return null;
}

const DATA = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);
/** Options with a value that say nothing about the request itself. */
const PASSED = new Set([
  "-u",
  "--user",
  "-H",
  "--header",
  "-o",
  "--output",
  "-A",
  "--user-agent",
  "-e",
  "--referer",
  "-b",
  "--cookie",
  "--cacert",
  "-x",
  "--proxy",
  "-m",
  "--max-time",
  "--connect-timeout",
]);

/** Reads a curl command. Headers and sign-in are left out: the console sends its own. */
export function readCurl(text: string): CurlResult {
  const words = wordsOf(text.trim());
  if (words === null) return { ok: false, problem: "A quote is never closed." };
  if (words[0] !== "curl") return { ok: false, problem: "The command must start with curl." };
  let method: string | undefined;
  let url: string | undefined;
  let get = false;
  const data: string[] = [];
  const left = new Set<string>();
  for (let at = 1; at < words.length; at += 1) {
    const [name = "", joined] = splitOption(words[at] ?? "");
    const value = () => joined ?? words[(at += 1)] ?? "";
    if (name === "-X" || name === "--request") method = value().toUpperCase();
    else if (name === "-I" || name === "--head") method = "HEAD";
    else if (name === "-G" || name === "--get") get = true;
    else if (name === "--url") url = value();
    else if (DATA.has(name)) data.push(value());
    else if (PASSED.has(name)) {
      value();
      left.add(
        name === "-u" || name === "--user" ? "sign-in" : name === "-H" || name === "--header" ? "headers" : name,
      );
    } else if (name.startsWith("-")) left.add(name);
    else url ??= name;
  }
  if (url === undefined) return { ok: false, problem: "The command has no address." };
  if (data.some((one) => one.startsWith("@")))
    return { ok: false, problem: "The body is read from a file (@…). Paste its text in place of the name." };
  const known = methods.find((one) => one === (method ?? (data.length > 0 && !get ? "POST" : "GET")));
  if (known === undefined) return { ok: false, problem: `The method ${method} is not known here.` };
  const { server, path, search } = pathOf(url);
  const body = data.join("&");
  const query = [search, ...(get ? [body] : [])].filter((part) => part !== "").join("&");
  return {
    ok: true,
    request: { method: known, server, path, search: query, body: get || body === "" ? null : body },
    left: [...left],
  };
}

// `-XPUT`, `--request=PUT`.
function splitOption(word: string): [name: string, value?: string] {
  if (/^-[XdHuG]./.test(word) && !word.startsWith("--")) return [word.slice(0, 2), word.slice(2)];
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function pathOf(url: string): { server: string | null; path: string; search: string } {
  const { server, rest } = targetIn(url, { ofCurl: true });
  const [bare = ""] = rest.split("#");
  const target = bare.startsWith("/") ? bare : `/${bare}`;
  const mark = target.indexOf("?");
  return mark < 0
    ? { server, path: target, search: "" }
    : { server, path: target.slice(0, mark), search: target.slice(mark + 1) };
}
