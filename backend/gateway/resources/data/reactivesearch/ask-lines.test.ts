import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { expect, test } from "vitest";
import type { Engine } from "@backend/engine/port";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { askLines } from "./ask-lines";
import { parseSearchRequest } from "./request/schema";
import { translateRequest } from "./translate/translate";

const EACH = '"zero_terms_query"';

/** An engine that takes no query which asks for each word by itself, as one refuses it that counts all clauses. */
function refusing(type: string) {
  const calls: string[] = [];
  const engine: Engine = async ({ body }) => {
    const text = String(body);
    calls.push(text);
    const bodies = text.split("\n").filter((_, at) => at % 2 === 1);
    const error = {
      type: "search_phase_execution_exception",
      root_cause: [{ type, reason: "maxClauseCount is set to 1024" }],
    };
    const responses = bodies.map((one, at) => (one.includes(EACH) ? { error, status: 400 } : { at, status: 200 }));
    return { status: 200, contentType: "application/json", body: JSON.stringify({ took: 2, responses }) };
  };
  return { calls, services: { engine, reIndexed: { behindAliases: async () => [] } } };
}

const context = (query: Record<string, string> = {}) =>
  ({
    id: "a",
    query,
    params: { index: "shoes" },
    indices: ["shoes"],
    caller: { kind: "user", user: { is_admin: true } },
  }) as unknown as SignedContext;

function lines() {
  const all = { dataField: ["name", "brand"], value: "sony lamp", queryFormat: "and" };
  const queries = [
    { id: "plain", dataField: ["name"], value: "lamp" },
    { id: "all", ...all },
    { id: "facet", type: "term", dataField: ["brand"], react: { and: "all" } },
  ];
  return translateRequest({ request: parseSearchRequest(JSON.stringify({ query: queries })), visitor: "127.0.0.1" })
    .engine;
}

function queriesIn(text: string): JsonObject[] {
  return text
    .split("\n")
    .filter((_, at) => at % 2 === 1)
    .map((line) => parseJson(line))
    .filter(isJsonObject);
}

test.each(["too_many_nested_clauses", "too_many_clauses"])(
  "what an engine refuses with %s is asked once more as the real server asks it, and nothing else",
  async (type) => {
    const { calls, services } = refusing(type);
    const { responses, took } = await askLines(services as never, context(), lines());
    expect(calls).toHaveLength(2);
    expect(queriesIn(calls[1] ?? "")).toHaveLength(2);
    expect(calls[1]).not.toContain(EACH);
    expect(calls[1]).toContain('"cross_fields"');
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.map(({ at }) => at)).toEqual([0, 0, 1]);
    expect(took).toBe(4);
  },
);

test("any other refusal stands", async () => {
  const { calls, services } = refusing("parsing_exception");
  const { responses } = await askLines(services as never, context(), lines());
  expect(calls).toHaveLength(1);
  expect(responses.map(({ status }) => status)).toEqual([200, 400, 400]);
});
