import { stringifyJson } from "@common/text/json";
import { describe, expect, test } from "vitest";
import type { Caller } from "../auth/types";
import { HttpError } from "../http/errors";
import { adminUser } from "../../resources/access-control/users/service";
import { requirePassing } from "./bodies";
import * as tables from "./members";
import type { Members } from "./members";
import { PASSES } from "./table";

const ADMIN: Caller = { kind: "user", user: await adminUser({ username: "a", password: "b" }) };
const PLAIN: Caller = {
  kind: "user",
  user: { ...(await adminUser({ username: "a", password: "b" })), is_admin: false },
};
const ALL: readonly Members[] = Object.values(tables);
const NONSENSE = [
  "colour",
  "Query",
  "query ",
  "queries",
  "__proto__",
  "constructor",
  "toString",
  "",
  "_index",
  "index",
  "alias",
  "remote",
  "target_index",
  "inner_hits",
  "templates",
  "pit",
  "ext",
  "pipeline",
  "script_fields",
];
const NAMES = [...new Set([...ALL.flatMap(({ names, ofAdmins }) => [...names, ...ofAdmins]), ...NONSENSE])];

function refusal(body: Members | "searches" | "settings", text: string, caller: Caller): string | null {
  try {
    requirePassing({ row: { body }, caller, text });
    return null;
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return error.message;
    throw error;
  }
}

// `__proto__` as a name of its own, as it comes off the wire.
const object = (name: string, value: unknown = {}) => `{${JSON.stringify(name)}:${stringifyJson(value)}}`;

describe("members of bodies", () => {
  test("each table lets its own names through and no other, however they are spelt", () => {
    let looked = 0;
    for (const members of ALL) {
      for (const name of NAMES) {
        const own = members.names.includes(name);
        const ofAdmins = members.ofAdmins.includes(name);
        for (const value of [{}, [], 1, "x", null]) {
          expect(refusal(members, object(name, value), PLAIN) === null, `${name} in ${members.names.join(" ")}`).toBe(
            own,
          );
          expect(refusal(members, object(name, value), ADMIN) === null, `${name} in ${members.names.join(" ")}`).toBe(
            own || ofAdmins,
          );
          looked += 2;
        }
      }
    }
    expect(looked).toBeGreaterThan(20_000);
  });

  test("what stands inside is held to its own table, as an object and in a list", () => {
    for (const members of ALL) {
      for (const [name, inner] of Object.entries(members.inside)) {
        for (const value of [{ colour: 1 }, [{ colour: 1 }], [{}, { colour: 1 }]])
          expect(refusal(members, object(name, value), ADMIN), name).toContain("colour");
        expect(
          refusal(members, object(name, Object.fromEntries(inner.names.map((one) => [one, {}]))), ADMIN),
          name,
        ).toBeNull();
      }
    }
  });

  test.each([
    ["a bool", { query: { bool: { must: [{ nested: { path: "a", query: {}, inner_hits: { colour: 1 } } }] } } }],
    ["a list of them", { collapse: { field: "a", inner_hits: [{ name: "x" }, { name: "y", pit: {} }] } }],
    ["a bucket", { aggs: { a: { terms: { field: "b" }, aggs: { c: { top_hits: { runtime_mappings: {} } } } } } }],
    ["a collated phrase", { suggest: { a: { phrase: { field: "b", collate: { query: { source: "{}" } } } } } }],
    [
      "a retriever",
      { retriever: { standard: { query: { has_child: { type: "a", query: {}, inner_hits: { ext: {} } } } } } },
    ],
  ])("searches inside of a search are held too: in %s", (_, body) => {
    expect(refusal(tables.SEARCH, stringifyJson(body), PLAIN)).not.toBeNull();
    expect(refusal("searches", `{}\n${stringifyJson(body)}\n`, PLAIN)).not.toBeNull();
  });

  test("fields may have any name", () => {
    const named = (name: string) => ({
      query: {
        bool: {
          filter: [
            { term: { [name]: "x" } },
            { match: { [name]: { query: "x", operator: "and" } } },
            { range: { [name]: { gte: 1 } } },
          ],
        },
      },
      sort: [{ [name]: "asc" }],
    });
    for (const name of NAMES.filter((one) => one !== "__proto__"))
      expect(refusal(tables.SEARCH, stringifyJson(named(name)), PLAIN), name).toBeNull();
  });

  test.each(["{} {}", '/* x */ {"size":1}', '{"size":1} rest', "{'size':1}", '{"size":1', "\ufeff{}", '{"size":1,}'])(
    "what only a laxer parser reads is refused: %s",
    (text) => {
      expect(refusal(tables.REINDEX, text, ADMIN)).toMatch(/json_parse_exception|json_e_o_f_exception|not valid JSON/);
    },
  );

  test("lines of searches: headers in both spellings, bodies as searches", () => {
    expect(
      refusal("searches", '\n{"index":"a","ignoreUnavailable":true}\n{"query":{}}\n{}\n{"size":0}\n', PLAIN),
    ).toBeNull();
    expect(refusal("searches", '{"colour":1}\n{}\n', PLAIN)).toBe(
      "elastic: Error 400 (Bad Request): key [colour] is not supported in the metadata section [type=illegal_argument_exception]",
    );
    expect(refusal("searches", '{}\n{}\n{"search_pipeline":"x"}\n{}\n', PLAIN)).toContain("search_pipeline");
    expect(refusal("searches", '{}\n{}\n{"search_pipeline":"x"}\n{}\n', ADMIN)).toBeNull();
  });

  test.each([
    [tables.INDEX, { settings: { index: { default_pipeline: "p" } } }], [tables.INDEX, { settings: { "index.final_pipeline": "p" } }], [tables.INDEX, { settings: { index: { search: { default_pipeline: "p" } } } }],
    [tables.TEMPLATE, { index_patterns: ["a"], settings: { default_pipeline: "p" } }], [tables.INDEX_TEMPLATE, { index_patterns: ["a"], template: { settings: { index: { final_pipeline: "p" } } } }],
    [tables.RESIZE, { settings: { "index.default_pipeline": "p" } }], ["settings", { index: { default_pipeline: "p" } }], ["settings", { settings: { index: { default_pipeline: "p" } } }],
  ] as const)("only admins give an index a pipeline %#", (body, sent) => {
    expect(refusal(body, stringifyJson(sent), PLAIN)).toContain("unknown setting [");
    expect(refusal(body, stringifyJson(sent), ADMIN)).toBeNull();
  }); // prettier-ignore

  test("every body that goes on as JSON has its members named", () => {
    const open = PASSES.filter(
      ({ body, others }) => others === "refused" && typeof body === "string" && body !== "none",
    ).flatMap(({ routes, body }) => routes.map((route) => `${String(body)} ${route}`));
    expect(
      open.filter(
        (one) =>
          !/^(any .*(_doc|_create|:type)|settings .*_settings$|lines .*_bulk$|searches .*_msearch$|own .*_reactivesearch)/.test(
            one,
          ),
      ),
    ).toEqual([]);
  });
});
