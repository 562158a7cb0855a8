import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

let folder: string;
let engine: EmbeddedEngine;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "paging-test-"));
  engine = await openEmbeddedEngine({ folder });
});

afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** Three bulks, so that pages go over several segments. Numbers are neighbours that doubles cannot tell apart. */
async function fill(): Promise<string[]> {
  const numbers: string[] = [];
  for (let part = 0; part < 3; part++) {
    const lines: string[] = [];
    for (let at = 0; at < 40; at++) {
      const number = (9007199254740993n + BigInt(((at * 7) % 40) * 3 + part)).toString();
      numbers.push(number);
      lines.push(`{"index":{"_id":"${part}-${at}"}}`, `{"big":${number},"group":"g${(at * 5 + part) % 9}"}`);
    }
    await ask("POST", "/n/_bulk", `${lines.join("\n")}\n`);
  }
  return numbers.sort();
}

async function ask(
  method: "POST" | "GET" | "DELETE",
  path: string,
  body?: string,
  query?: Record<string, string>,
): Promise<string> {
  const answer = await engine.handle({
    method,
    path,
    ...(body === undefined ? {} : { body }),
    ...(query ? { query } : {}),
  });
  expect(answer.status, answer.body).toBe(200);
  return answer.body;
}

const sortsOf = (text: string) => [...text.matchAll(/"sort":\[(\d+)\]/g)].map(([, digits = ""]) => digits);
const idsOf = (text: string) => [...text.matchAll(/"_id":"([^"]+)"/g)].map(([, id = ""]) => id);

describe("paging", () => {
  it.each(["asc", "desc"])("sorts longs beyond 2^53 to the last digit, page by page, %s", async (order) => {
    const wanted = await fill();
    if (order === "desc") wanted.reverse();
    const seen: string[] = [];
    for (let after = ""; ; after = `,"search_after":[${seen.at(-1)}]`) {
      const sorts = sortsOf(await ask("POST", "/n/_search", `{"size":7,"sort":[{"big":"${order}"}]${after}}`));
      if (sorts.length === 0) break;
      seen.push(...sorts);
    }
    expect(seen).toEqual(wanted);
  });

  it("shows every document once in a scroll, also those deleted meanwhile", async () => {
    await fill();
    let text = await ask("POST", "/n/_search", '{"size":9,"query":{"match_all":{}}}', { scroll: "1m" });
    const seen = idsOf(text);
    await ask("DELETE", "/n/_doc/2-39");
    for (;;) {
      const id = /"_scroll_id":"([^"]+)"/.exec(text)?.[1] ?? "";
      text = await ask("POST", "/_search/scroll", JSON.stringify({ scroll: "1m", scroll_id: id }));
      if (idsOf(text).length === 0) break;
      seen.push(...idsOf(text));
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(seen).toContain("2-39");
  });

  it("pages through a composite of one source without losing or repeating a bucket", async () => {
    await fill();
    const keys: string[] = [];
    for (let after = ""; ;) {
      const text = await ask(
        "POST",
        "/n/_search",
        `{"size":0,"aggs":{"c":{"composite":{"size":2,"sources":[{"g":{"terms":{"field":"group.keyword"}}}]${after}}}}}`,
      );
      const found = [...text.matchAll(/\{"key":\{"g":"(\w+)"\},"doc_count":(\d+)/g)];
      if (found.length === 0) break;
      keys.push(...found.map(([, key = ""]) => key));
      after = `,"after":{"g":"${keys.at(-1)}"}`;
    }
    expect(keys).toEqual(["g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"]);
  });
});
