import { execFileSync } from "node:child_process";
import { transform } from "esbuild";
import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { plainRequest } from "@common/search-relevance/visitors/request";
import { randomFrom } from "../../../../tests/engines/generate/random";
import type { Connection, SnippetFile } from "./connection";
import { searchSnippets } from "./snippets.server";

// Whatever stands in names, passwords, fields and words: each snippet, read by what runs it, sends exactly the call of
// the connection, and shows what a document holds as text.

const SIGNS = [
  "'",
  '"',
  "$",
  "$(id)",
  "`id`",
  "!",
  "\\",
  "\\n",
  "${x}",
  "{",
  "}",
  "<",
  "</script>",
  "&amp;",
  "%41",
  "#",
];
const LETTERS = ["a", "B", "9", ".", "-", "_", " ", "é", "ß", "日", "🙂", "*/", "//", "\t", "?", "+", "="];
const CASES = 60;

function connection(seed: number): Connection {
  const random = randomFrom(seed);
  const text = () => Array.from({ length: 1 + random.below(8) }, () => random.pick([...SIGNS, ...LETTERS])).join("");
  return {
    url: random.pick(["http://127.0.0.1:9280", "https://search.example.com/base"]),
    index: text(),
    credentials: `${text().replaceAll(":", "")}:${text()}`,
    words: text(),
    usual: random.chance(0.5) ? [] : [text(), text()],
    shown: random.chance(0.2) ? [] : [text(), text()],
  };
}

const cases = Array.from({ length: CASES }, (_, at) => connection(at + 1));
const filesOf = (given: Connection, key: string): readonly SnippetFile[] =>
  searchSnippets(given).find((one) => one.key === key)?.files ?? [];
const fileOf = (given: Connection, key: string, name: string) =>
  filesOf(given, key).find((file) => file.name === name)?.text ?? "";

type Sent = { url: string; authorization: string | undefined; body: unknown };
const callOf = ({ url, index, credentials, words, usual }: Connection): Sent => ({
  url: `${url}/${encodeURIComponent(index)}/_reactivesearch`,
  authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
  body: plainRequest(words, usual),
});

/** A document whose every field that is shown holds markup. */
const hitFor = ({ shown }: Connection) => ({
  _id: "<b>1</b>",
  _source: Object.fromEntries(shown.map((field) => [field, "<img src=x>"])),
});

/** What stands for the network; it keeps what was sent. */
function network(given: Connection) {
  const sent: Sent[] = [];
  const fetched = (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    sent.push({ url, authorization: headers["Authorization"], body: JSON.parse(body) });
    return Promise.resolve({
      ok: true,
      text: () => Promise.resolve(JSON.stringify({ result: { hits: { hits: [hitFor(given)] } } })),
    });
  };
  return { sent, fetched };
}

// What a module may do and a function body may not, the snippets do not.
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
  ...parts: string[]
) => (...given: unknown[]) => Promise<unknown>;

describe("a generated connection", () => {
  it("reaches curl word for word, by bash", () => {
    // One shell for all: to start one takes longer than to read sixty commands.
    const script = cases.map((given) => `${fileOf(given, "curl", "")}\nprintf '\\0'`).join("\n");
    const out = execFileSync("bash", ["-c", `curl() { printf '%s\\0' "$@"; }\n${script}`], { encoding: "utf8" });
    const read = out.split("\0\0").slice(0, -1);
    expect(read).toHaveLength(CASES);
    for (const [at, given] of cases.entries()) {
      const { url, body } = callOf(given);
      const words = (read[at] ?? "").split("\0");
      expect(words.slice(0, -1)).toEqual([
        ...["-X", "POST", url, "-u", given.credentials],
        ...["-H", "Content-Type: application/json", "--data-raw"],
      ]);
      expect(JSON.parse(words.at(-1) ?? "")).toEqual(body);
    }
  });

  it.each(cases.map((given, at) => [at, given] as const))("is sent by JavaScript, %i", async (_, given) => {
    const { sent, fetched } = network(given);
    const lines: unknown[][] = [];
    const run = new AsyncFunction("fetch", "console", fileOf(given, "javascript", "search.mjs"));
    await run(fetched, { log: (...line: unknown[]) => lines.push(line) });
    expect(sent).toEqual([callOf(given)]);
    expect(lines).toHaveLength(1);
  });

  it.each(cases.map((given, at) => [at, given] as const))("is sent by HTML, %i", async (_, given) => {
    const { sent, fetched } = network(given);
    const { document } = new JSDOM(fileOf(given, "html", "search.html")).window;
    const scripts = document.querySelectorAll("script");
    expect(scripts).toHaveLength(1);
    await new AsyncFunction("fetch", "document", scripts[0]?.textContent ?? "")(fetched, document);
    await expect.poll(() => document.querySelectorAll("li").length, { timeout: 1000 }).toBe(1);
    expect(sent).toEqual([callOf(given)]);
    expect(document.querySelector("img")).toBeNull();
    expect(document.querySelector("strong")?.textContent).toBe(given.shown.length > 0 ? "<img src=x>" : "<b>1</b>");
  });

  it.each(cases.map((given, at) => [at, given] as const))("reaches the components of React, %i", async (_, given) => {
    const main = fileOf(given, "react", "main.jsx").replaceAll(/^import .*$/gm, "");
    const { code } = await transform(main, { loader: "jsx", jsx: "transform", jsxFactory: "h" });
    const props = new Map<string, Record<string, unknown>>();
    const named = (name: string) => name;
    const h = (type: unknown, given: Record<string, unknown> | null) => {
      if (typeof type === "function") return type(given) as unknown;
      props.set(String(type), given ?? {});
      return null;
    };
    const page = { getElementById: () => null };
    const root = () => ({ render: () => undefined });
    const run = new AsyncFunction("h", "ReactiveBase", "SearchBox", "ReactiveList", "createRoot", "document", code);
    await run(h, named("ReactiveBase"), named("SearchBox"), named("ReactiveList"), root, page);
    expect(props.get("ReactiveBase")).toEqual({
      app: encodeURIComponent(given.index),
      url: given.url,
      credentials: given.credentials,
    });
    expect(props.get("SearchBox")).toMatchObject({ defaultValue: given.words });
    expect(props.get("SearchBox")?.["dataField"]).toEqual(given.usual.length > 0 ? given.usual : undefined);
    const list = props.get("ReactiveList")?.["render"] as (given: unknown) => unknown;
    let shown: unknown;
    const data = [{ ...hitFor(given)._source, _id: "<b>1</b>" }];
    expect(() => (shown = list({ data }))).not.toThrow();
    expect(shown).toBeNull();
    expect(props.get("li")).toEqual({ key: "<b>1</b>" });
  });
});
