// @vitest-environment node
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { randomFrom } from "../../../tests/engines/generate/random";
import { LosslessNumber } from "@common/text/json";
import { DocumentFault } from "./faults";
import { missingScripts } from "./missing-scripts";
import { readDocument } from "./read-text";
import { busyMs } from "../../../tests/setup/busy";

const ROUTE = { path: "/books/_search", method: "POST", classify: { category: "search" } };
const AUTH = { use: "authorization" };

function text(parts: Record<string, unknown> = {}): string {
  return JSON.stringify({ routes: [ROUTE], stages: [AUTH], ...parts });
}

const read = (parts: Record<string, unknown> = {}) => readDocument(text(parts)).document;
const stages = (...given: unknown[]) => read({ stages: given }).stages;

function faultsOf(content: string) {
  try {
    readDocument(content);
  } catch (error) {
    if (error instanceof DocumentFault) return error.faults;
    throw error;
  }
  return [];
}
const messages = (parts: Record<string, unknown>) => faultsOf(text(parts)).map(({ message }) => message);

test("what is left out is filled in", () => {
  expect(read()).toEqual({
    id: null,
    enabled: true,
    description: "",
    priority: 0,
    routes: [
      { path: "/books/_search", method: "POST", classify: { category: "search", acl: null }, recordLogs: false },
    ],
    envs: {},
    trigger: { type: "always", expression: "", timeframe: null },
    stages: [
      {
        id: "authorization",
        use: "authorization",
        enabled: true,
        description: "",
        async: false,
        continueOnError: true,
        needs: [],
        inputs: {},
        script: null,
        scriptRef: null,
        trigger: null,
      },
    ],
    globalEnvs: [],
  });
});

test("stages without an id have their name, with the first number that is free", () => {
  const given = [
    AUTH,
    AUTH,
    { id: "authorization-3", use: "authorization" },
    AUTH,
    { scriptRef: "a" },
    { script: "b" },
  ];
  expect(stages(...given).map(({ id }) => id)).toEqual([
    "authorization",
    "authorization-2",
    "authorization-3",
    "authorization-4",
    "script",
    "script-2",
  ]);
});

test("an id that was given keeps its name", () => {
  expect(stages(AUTH, { id: "authorization", scriptRef: "a" }).map(({ id }) => id)).toEqual([
    "authorization-2",
    "authorization",
  ]);
});

test("`uses` is read as `use`, an id that names a stage too, and `needs` may be one text", () => {
  expect(
    stages({ uses: "authorization", id: "a" }, { id: "useCache", needs: "a" }).map(({ use, needs }) => [use, needs]),
  ).toEqual([
    ["authorization", []],
    ["useCache", ["a"]],
  ]);
});

test("a condition of a stage is an object or the text alone", () => {
  const [one, other] = stages({ ...AUTH, trigger: { expression: "envs.a" } }, { ...AUTH, trigger: "envs.b" });
  expect([one?.trigger, other?.trigger]).toEqual(["envs.a", "envs.b"]);
});

test.each([
  [{ category: "elasticsearch", acl: "index" }, "docs"],
  [{ category: "elasticsearch", acl: "doc" }, "docs"],
  [{ category: "elasticsearch", acl: "search" }, "search"],
  [{ category: "ai" }, "search"],
  [{ category: "pipelines" }, "pipelines"],
])("%j is of the category %s", (classify, category) => {
  expect(read({ routes: [{ ...ROUTE, classify }] }).routes[0]?.classify.category).toBe(category);
});

test.each([
  ["books/suggest", "/books/suggest"],
  ["/books//suggest/", "/books/suggest"],
  ["/{index}/_search", "/{index}/_search"],
  ["/:index/_search", "/:index/_search"],
])("the path %s is %s", (path, kept) => {
  expect(read({ routes: [{ ...ROUTE, path, method: "post" }] }).routes[0]).toMatchObject({
    path: kept,
    method: "POST",
  });
});

test("a route without a classification is one of its path", () => {
  const routes = [
    { path: "/a/_reactivesearch.v3", method: "POST" },
    { path: "/a", method: "GET" },
  ];
  expect(read({ routes }).routes.map(({ classify }) => classify.category)).toEqual(["reactivesearch", "search"]);
});

test.each([
  ["/a/../b", "dots"],
  ["/a/./b", "dots"],
  ["/a?b", "no ?"],
  ["/a#b", "no #"],
  ["/a\u0000b", "control characters"],
  [`/${"a".repeat(500)}`, "longer than 500"],
  ["/a%2fb", "%"],
  ["/book-{id}", "whole segment"],
  ["/{}", "whole segment"],
  ["/{a}/:a", "twice"],
  ...["_pipeline", "_pipelines", "_user", "_users", "_permission", "_permissions", "_role", "_publickey"].map(
    (first): [string, string] => [`/${first}/x`, "management"],
  ),
  ["_second_factor", "management"],
  ["//readyz", "management"],
  ["/HealthZ", "management"],
  ["", "required"],
])("the path %j is refused", (path, reason) => {
  const [message, ...others] = messages({ routes: [{ ...ROUTE, path }] });
  expect(others).toEqual([]);
  expect(message).toContain("routes[0].path: ");
  expect(message).toContain(reason);
});

test.each<[string, Record<string, unknown>, string]>([
  ["no routes", { routes: [] }, "routes: a pipeline needs at least one route"],
  ["no stages", { stages: null }, "stages: a pipeline needs at least one stage"],
  ["stages of another type", { stages: {} }, "stages: must be a list"],
  ["too many routes", { routes: Array(101).fill(ROUTE) }, "routes: these are 101 routes, more than 100"],
  ["a method", { routes: [{ ...ROUTE, method: "FETCH" }] }, 'routes[0].method: "FETCH" is none of GET, HEAD'],
  ["no method", { routes: [{ path: "/a" }] }, "routes[0].method: is required"],
  ["a route that is none", { routes: ["/a"] }, "routes[0]: must be an object"],
  ["nothing to do", { stages: [{ id: "a" }] }, "stages[0]: needs a stage (use), a script"],
  ["two things to do", { stages: [{ ...AUTH, script: "a" }] }, "stages[0]: must have one of use, script and scriptRef"],
  ["an unknown stage", { stages: [{ use: "sortResults" }] }, 'stages[0].use: there is no stage "sortResults"'],
  ["a name of an object", { stages: [{ use: "constructor" }] }, 'stages[0].use: there is no stage "constructor"'],
  ["a letter", { stages: [{ uses: "Authorization" }] }, '"Authorization", but "authorization"'],
  ["no input", { stages: [{ use: "httpRequest" }] }, 'stages[0]: the stage httpRequest needs the input "url"'],
  [
    "an empty input",
    { stages: [{ use: "addFilter", inputs: { data: null } }] },
    'stages[0].inputs: the stage addFilter needs the input "data"',
  ],
  ["needs of nothing", { stages: [{ ...AUTH, needs: ["x"] }] }, 'stages[0].needs: there is no stage with the id "x"'],
  ["needs of a wrong type", { stages: [{ ...AUTH, needs: [{}] }] }, "stages[0].needs: must be a list of ids"],
  [
    "itself",
    { stages: [{ ...AUTH, id: "a", needs: "a" }] },
    "stages[0].needs: these stages wait for each other in a circle: a → a",
  ],
  [
    "later ones",
    {
      stages: [
        { ...AUTH, id: "a", needs: "b" },
        { ...AUTH, id: "b" },
      ],
    },
    'stages[0].needs: "b" runs after',
  ],
  [
    "two of one id",
    {
      stages: [
        { ...AUTH, id: "a" },
        { ...AUTH, id: "a" },
      ],
    },
    'stages[1].id: "a" is the id of stages[0]',
  ],
  ["an id", { stages: [{ ...AUTH, id: "__proto__" }] }, 'stages[0].id: "__proto__" is not allowed'],
  ["a long id", { stages: [{ ...AUTH, id: "a".repeat(201) }] }, "stages[0].id: is longer than 200"],
  ["a switch", { enabled: "yes" }, "enabled: must be true or false"],
  ["half a priority", { priority: 1.5 }, "priority: must be a whole number"],
  ["variables as list", { envs: [] }, "envs: must be an object"],
  ["cron", { trigger: { type: "cron" } }, "trigger.expression: a trigger of the type cron needs a cron line"],
  ["a trigger", { trigger: { type: "never" } }, 'trigger.type: "never" is none of always'],
  [
    "time",
    { trigger: { timeframe: { start_time: 5, end_time: 4 } } },
    "trigger.timeframe.end_time: lies before start_time",
  ],
  ["a variable without key", { global_envs: [{ value: "a" }] }, "global_envs[0].key: is required"],
  ["a key", { global_envs: [{ key: "a-b" }] }, 'global_envs[0].key: "a-b" is no key'],
  ["the id of a call", { id: "schema" }, 'id: "schema" is the name of a call'],
  ["an id with a slash", { id: "a/b" }, "id: must be one segment"],
])("refused: %s", (_, parts, start) => {
  const [message, ...others] = messages(parts);
  expect(others).toEqual([]);
  expect(message).toContain(start);
});

test("a circle is named once, with all its stages", () => {
  const given = [
    { ...AUTH, id: "a", needs: ["c"] },
    { ...AUTH, id: "b", needs: ["a"] },
    { ...AUTH, id: "c", needs: ["b"] },
  ];
  expect(messages({ stages: given })).toEqual([
    "stages[0].needs: these stages wait for each other in a circle: a → c → b → a",
  ]);
});

test("a stage may need one after it that is async", () => {
  expect(stages({ ...AUTH, needs: "b" }, { ...AUTH, id: "b", async: true })).toHaveLength(2);
});

test("a time frame, a condition alone and the end 0", () => {
  expect(read({ trigger: { expression: "$query == 'a'", timeframe: { start_time: 4, end_time: 0 } } }).trigger).toEqual(
    {
      type: "filter",
      expression: "$query == 'a'",
      timeframe: { start: 4, end: null },
    },
  );
});

test("variables of all pipelines: numbers are texts, what is not known is left out", () => {
  const sent = [{ key: "PORT", value: 27017, created_at: 3, validate: { url: "${PORT}" } }];
  expect(read({ global_envs: sent, anything: 1 }).globalEnvs).toEqual([
    { key: "PORT", label: "", description: "", value: "27017", validate: { url: "${PORT}" } },
  ]);
});

test("10,000 stages are refused at once", () => {
  const many = { stages: Array(10_000).fill({ use: "x" }) };
  expect(messages(many)).toEqual(["stages: these are 10000 stages, more than 200"]);
  expect(busyMs(() => messages(many), 1_000)).toBeLessThan(1_000);
});

test("200 stages that need each other are read, 201 are not", () => {
  const chain = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...AUTH, id: `s${at}`, needs: at > 0 ? [`s${at - 1}`] : [] }));
  expect(stages(...chain(200))).toHaveLength(200);
  expect(messages({ stages: chain(201) })).toEqual(["stages: these are 201 stages, more than 200"]);
});

test("all faults are told at once, at most 20", () => {
  expect(messages({ id: "schema", priority: "x", routes: [], stages: [{}] })).toHaveLength(4);
  expect(messages({ stages: Array(100).fill({}) })).toHaveLength(20);
  expect(() => readDocument(text({ priority: "x", routes: [] }))).toThrow(
    /^line 1: priority: must be a whole number \(and 1 more\)$/,
  );
});

test("scripts without a file: with or without ending is the same", () => {
  const document = read({ stages: ["a", "b.js", "c", "c", "d.JS"].map((scriptRef) => ({ scriptRef })) });
  const script = { content: "", extension: "js" };
  expect(missingScripts(document, { "a.js": script, b: script, D: script })).toEqual(["c", "d.JS"]);
});

test("a random document reads the same as JSON and as YAML", () => {
  const { below, pick, chance } = randomFrom(20);
  const words = [
    "a",
    "",
    " b ",
    "no",
    "007",
    "1e3",
    "{{x}}",
    "${{ Y }}",
    "- z",
    "k: v",
    "#",
    "é\n漢",
    "*a",
    "null",
    "~",
    "<<",
  ];
  const value = (depth: number): unknown => {
    if (depth > 3 || chance(0.4))
      return pick<unknown>([pick(words), below(1e6), -(1 + below(9)) / 7, 1e21, true, null, Number.MAX_SAFE_INTEGER]);
    const items = Array.from({ length: below(4) }, () => value(depth + 1));
    return chance(0.5) ? items : Object.fromEntries(items.map((item, at) => [`${pick(words)}${at}`, item]));
  };
  for (let round = 0; round < 150; round++) {
    const document = {
      description: pick(words),
      priority: below(100) - 50,
      enabled: chance(0.5),
      routes: [{ path: `/${below(9)}/{x}`, method: pick(["GET", "PUT"]) }],
      envs: { a: value(0), constructor: value(1) },
      stages: Array.from({ length: 1 + below(5) }, () => ({
        use: pick(["customData", "useCache"]),
        inputs: { data: 1, more: value(0) },
        trigger: chance(0.5) ? { expression: pick(words) } : null,
      })),
    };
    const asJson = readDocument(JSON.stringify(document));
    const asYaml = readDocument(
      stringify(document, { aliasDuplicateObjects: chance(0.5), lineWidth: pick([0, 20, 80]) }),
    );
    expect([asJson.extension, asYaml.extension]).toEqual(["json", "yaml"]);
    expect(asYaml.document).toEqual(asJson.document);
  }
});

test.each(["12345678901234567890", "1e400", "-98765432109876543210.5"])("%s keeps its digits in both", (digits) => {
  const json = readDocument(text({ envs: { n: 0 } }).replace('"n":0', `"n":${digits}`));
  const yaml = readDocument(`${stringify({ routes: [ROUTE], stages: [AUTH] })}envs:\n  n: ${digits}\n`);
  for (const { document } of [json, yaml]) {
    expect(document.envs["n"]).toBeInstanceOf(LosslessNumber);
    expect(String(document.envs["n"])).toBe(digits);
  }
});
