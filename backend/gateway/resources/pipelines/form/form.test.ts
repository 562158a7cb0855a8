// @vitest-environment node
import { expect, test } from "vitest";
import { readPipelineForm } from "./form";

const part = (name: string, text: string, filename: string | null = null) => ({ name, filename, text });
const JSON_TEXT = '{"routes":[],"stages":[]}';
const form = (text: string, ...others: ReturnType<typeof part>[]) =>
  readPipelineForm([part("pipeline", text), ...others]);

test("a pipeline that is wrapped, with all that is said beside", () => {
  const wrapped = { content: JSON_TEXT, extension: "yaml", validateContext: { request: { body: {} } } };
  expect(
    form(
      JSON.stringify(wrapped),
      part("rank.js", '{"content":"function handleRequest(){}","extension":"js"}'),
      part("versionDescription", "adds rank"),
      part("enabled", "false"),
      part("pipeline_id", "books"),
      part("priority", "7"),
      part("request", '{"body":"{}"}'),
      part("response", '{"response":{"code":200}}'),
      part("envs", '{"a":1}'),
    ),
  ).toEqual({
    content: JSON_TEXT,
    extension: "json",
    validateContext: '{"request":{"body":{}}}',
    scripts: { "rank.js": { content: "function handleRequest(){}", extension: "js" } },
    versionDescription: "adds rank",
    enabled: false,
    request: '{"body":"{}"}',
    response: '{"response":{"code":200}}',
    envs: '{"a":1}',
    pipelineId: "books",
    priority: 7,
  });
});

test("a raw pipeline, as JSON and as YAML, and its scripts as files", () => {
  expect(form(JSON_TEXT)).toMatchObject({ content: JSON_TEXT, extension: "json", enabled: null, scripts: {} });
  const yaml = "routes: []\nstages: []\n";
  expect(form(yaml, part("", "return 1;", "rank.js"), part("sort", '{"a":1}'))).toMatchObject({
    content: yaml,
    extension: "yaml",
    scripts: { "rank.js": { content: "return 1;", extension: "js" }, sort: { content: '{"a":1}', extension: "js" } },
  });
});

test("a plain body says the same as a form", () => {
  const body = { content: { routes: [] }, scripts: { a: "b", c: { content: "d" } }, enabled: true, envs: { x: 1 } };
  expect(form(JSON.stringify(body))).toMatchObject({
    content: '{"routes":[]}',
    scripts: { a: { content: "b" }, c: { content: "d", extension: "js" } },
    enabled: true,
    envs: '{"x":1}',
  });
});

test("digits of a pipeline that is no text are kept", () => {
  expect(form('{"content":{"a":12345678901234567890}}').content).toBe('{"a":12345678901234567890}');
});

const many = Array.from({ length: 51 }, (_, at) => part(`s${at}`, "x"));

test.each([
  ["no pipeline", () => readPipelineForm([]), "the form has no part pipeline"],
  ["two pipelines", () => form("a", part("pipeline", "b")), "the form has the part pipeline twice"],
  ["51 scripts", () => form("a", ...many), "these are 51 scripts, more than 50"],
  ["a large script", () => form("a", part("b", "é".repeat(128 * 1024 + 1))), 'the script "b" is larger than 256 KB'],
  ["a long name", () => form("a", part("b".repeat(201), "")), "is longer than 200 characters"],
  ["a slash", () => form("a", part("a/b", "")), "is no name of a script"],
  ["a backslash", () => form("a", part("a\\b", "")), "is no name of a script"],
  ["two dots", () => form("a", part("..js", "")), "is no name of a script"],
  ["a prototype", () => form("a", part("__proto__", "")), "is no name of a script"],
  ["no name", () => form("a", part("", "")), "neither a name nor a file name"],
  ["a script twice", () => form("a", part("b", ""), part("b.js", "")), 'the script "b.js" is sent twice'],
  ["a switch", () => form("a", part("enabled", "maybe")), "enabled must be true or false"],
  ["half a priority", () => form("a", part("priority", "1.5")), "priority must be a whole number"],
  ["a request", () => form("a", part("request", "{")), "request is no JSON"],
  ["scripts as a list", () => form('{"content":"a","scripts":[]}'), "scripts must be an object"],
])("refused: %s", (_, call, message) => {
  expect(call).toThrow(message);
});
