import { readFileSync } from "node:fs";
import { type JsonObject, parseJson } from "@common/text/json";
import * as z from "zod";
import { describe, expect, test } from "vitest";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import { parseSearchRequest } from "../request/schema";
import { translateRequest } from "./translate";

// What a real server (reactivesearch-api 8.11.0, open build, over OpenSearch 2.19) answered to `/validate`.
const RECORDINGS = new URL("../../../../../../tests/fixtures/recordings/reactivesearch.jsonl", import.meta.url);

const LineSchema = z.object({
  id: z.string(),
  quirk: z.boolean().optional(),
  request: z.object({ path: z.string(), body: z.unknown().optional() }),
  response: z.object({ status: z.number(), body: z.unknown() }),
});
const EntriesSchema = z.array(
  z.object({ id: z.string(), endpoint: z.object({ url: z.string(), method: z.string(), body: z.unknown() }) }),
);
const ErrorSchema = z.object({ error: z.object({ message: z.string() }) });

const cases = readFileSync(RECORDINGS, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => LineSchema.parse(parseJson(line)))
  .filter((line) => line.id.includes("validate") && line.quirk !== true);

function translated(body: unknown): {
  status: number;
  entries?: { id: string; body: JsonObject | undefined }[];
  message?: string;
} {
  try {
    const request = parseSearchRequest(typeof body === "string" ? body : JSON.stringify(body));
    const { engine, endpoints } = translateRequest({ request, visitor: "127.0.0.1" });
    const entries = engine.map(({ query, body: own }) => ({ id: query.id, body: own }));
    const others = endpoints.map(({ query, body: own }) => ({ id: query.id, body: own as JsonObject | undefined }));
    return { status: 200, entries: [...entries, ...others] };
  } catch (error) {
    if (error instanceof Refusal) return { status: 400, message: error.message };
    throw error;
  }
}

/** What ours has besides (docs/reference/spec-differences.md): clauses for all words, each in any field. */
const WITH_MORE = new Set(
  ["and", "fuzzy-and", "array-and", "rank-and"].map((name) => `reactivesearch.search.${name}.validate`),
);

/** The clauses of a query that ask something, wherever they stand. */
function leaves(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    ["multi_match", "rank_feature"].includes(name) ? [{ [name]: inner }] : leaves(inner),
  );
}

describe("translation of recorded requests", () => {
  test.each(cases.map((line) => [line.id, line] as const))("%s", (_id, line) => {
    const answer = translated(line.request.body);
    expect(answer.status).toBe(line.response.status);
    if (line.response.status === 200) {
      const expected = EntriesSchema.parse(line.response.body).map(({ id, endpoint }) => ({ id, body: endpoint.body }));
      const ours: unknown = JSON.parse(JSON.stringify(answer.entries));
      if (WITH_MORE.has(line.id)) expect(leaves(ours)).toEqual(expect.arrayContaining(leaves(expected)));
      else expect(ours).toEqual(expected);
    } else {
      expect(answer.message).toBe(ErrorSchema.parse(line.response.body).error.message);
    }
  });
});
