import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, openApi } from "../../api";

let api: Api;

const RuleSchema = z.looseObject({ id: z.string(), order: z.number() });
const RulesSchema = z.array(RuleSchema);
const BOOTS = {
  name: "Boost boots",
  trigger: {
    type: "filter",
    expression: "'shoes' in $index and $query contains 'boot'",
    timeframe: { start_time: 1714000000, end_time: 1716000000 },
  },
  actions: [
    { type: "promote_result", data: [{ doc: { _id: "b1", _source: { name: "Snow boot", number: 1 } }, position: 1 }] },
  ],
};
const SCRIPT = "function handleRequest() { return {}; }";
const SCRIPTED = {
  trigger: { type: "always" },
  actions: [{ type: "script", script: SCRIPT, envs: { index: ["shoes"] } }],
};

beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  for (const { id } of await rules()) await api.call("DELETE", `/_rule/${id}`);
});

async function rules(): Promise<z.infer<typeof RulesSchema>> {
  return RulesSchema.parse((await api.call("GET", "/_rules")).body);
}

async function made(body: unknown): Promise<z.infer<typeof RuleSchema>> {
  const { status, body: rule, text } = await api.call("POST", "/_rule", body);
  expect(status, text).toBe(201);
  return RuleSchema.parse(rule);
}

const refused = (code: number, status: string, message: unknown) => ({ error: { code, status, message } });

describe("a rule", () => {
  test("is answered with its id, order and times, data decoded", async () => {
    const second = expect.closeTo(Date.now() / 1000, -1);
    const whole = {
      ...BOOTS,
      author: { name: "foo", kind: "user" },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      description: "",
      enabled: true,
      order: 1,
      show_advance_editor: false,
    };
    const first = await made(BOOTS);
    expect(first).toEqual({ ...whole, created_at: second, updated_at: second });
    expect((await made({ ...BOOTS, trigger: { type: "query", expression: "$query == 'a'" } })).order).toBe(2);
    expect((await api.call("GET", `/_rule/${first.id}`)).body).toEqual({
      ...whole,
      created_at: second,
      updated_at: second,
    });
    expect(await rules()).toMatchObject([{ order: 2, trigger: { type: "filter" } }, { order: 1 }]);
  });

  test("gives out the text of its script by a call of its own", async () => {
    const { id } = await made(SCRIPTED);
    expect((await api.call("GET", `/_rule/${id}`)).body).toMatchObject({
      actions: [{ type: "script", script: id, envs: { index: ["shoes"] } }],
    });
    expect((await api.call("GET", `/_rule/${id}/script`)).body).toEqual({ script: SCRIPT });
    // What was read is written back: the script stays.
    await api.call("PUT", `/_rule/${id}`, { actions: [{ type: "script", script: id }] });
    expect((await api.call("GET", `/_rule/${id}/script`)).body).toEqual({ script: SCRIPT });
    const without = await made(BOOTS);
    expect((await api.call("GET", `/_rule/${without.id}/script`)).body).toEqual(
      refused(404, "Not Found", `script not found for rule id: ${without.id}`),
    );
  });

  test("is kept with its data as JSON text and its script as base64", async () => {
    const { id } = await made({
      trigger: { type: "always" },
      actions: [{ type: "custom_data", data: { a: [1] } }, ...SCRIPTED.actions],
    });
    const { body } = await api.call("GET", `/.rules/_doc/${id}`);
    expect(body).toMatchObject({
      _source: { actions: [{ data: '{"a":[1]}' }, { script: Buffer.from(SCRIPT).toString("base64") }] },
    });
  });

  test("keeps what a change does not name, and the digits of large numbers", async () => {
    const { id } = await made(
      '{"name":"n","trigger":{"type":"always"},"actions":[{"type":"custom_data","data":{"n":9007199254740993}}]}',
    );
    expect((await api.call("PUT", `/_rule/${id}`, { enabled: false })).body).toEqual({
      code: 200,
      status: "OK",
      message: "Rule is updated successfully",
    });
    const { text, body } = await api.call("GET", `/_rule/${id}`);
    expect(body).toMatchObject({ name: "n", enabled: false, trigger: { type: "always" } });
    expect(text).toContain('{"n":9007199254740993}');
    await api.call("PUT", `/_rule/${id}`, { trigger: BOOTS.trigger });
    await api.call("PUT", `/_rule/${id}`, { trigger: { type: "filter", expression: "$query == 'x'" } });
    expect((await api.call("GET", `/_rule/${id}`)).body).toMatchObject({
      trigger: { type: "filter", expression: "$query == 'x'" },
    });
    expect((await api.call("GET", `/_rule/${id}`)).text).not.toContain("timeframe");
  });

  test("goes to its new place, and those between make room", async () => {
    const [a, b, c] = [
      await made({ ...BOOTS, name: "a" }),
      await made({ ...BOOTS, name: "b" }),
      await made({ ...BOOTS, name: "c" }),
    ];
    const names = async () => (await rules()).map(({ name, order }) => `${String(name)}${order}`);
    expect(await names()).toEqual(["c3", "b2", "a1"]);
    await api.call("PUT", `/_rule/${a.id}`, { order: 3 });
    expect(await names()).toEqual(["a3", "c2", "b1"]);
    await api.call("PUT", `/_rule/${c.id}`, { order: 1 });
    expect(await names()).toEqual(["a3", "b2", "c1"]);
    await api.call("PUT", `/_rule/${b.id}`, { order: 9 });
    expect(await names()).toEqual(["b9", "a3", "c1"]);
  });

  test("is deleted, and is none from then on", async () => {
    const { id } = await made(BOOTS);
    expect((await api.call("DELETE", `/_rule/${id}`)).body).toEqual({
      code: 200,
      status: "OK",
      message: "Rule is deleted successfully",
    });
    const none = `rule not found for rule id: ${id}`;
    expect((await api.call("GET", `/_rule/${id}`)).body).toEqual(refused(404, "Not Found", none));
    expect((await api.call("PUT", `/_rule/${id}`, { enabled: true })).body).toEqual(refused(404, "Not Found", none));
    expect((await api.call("DELETE", `/_rule/${id}`)).body).toEqual(refused(400, "Bad Request", none));
    expect(await rules()).toEqual([]);
  });
});

const ALWAYS = { type: "always" };
const action = (type: string, data?: unknown) => ({ trigger: ALWAYS, actions: [{ type, data }] });
const filter = (expression: unknown) => ({
  trigger: { type: "filter", expression },
  actions: [{ type: "custom_data", data: 1 }],
});

describe("what is refused", () => {
  test.each([
    ["no json", "Can't parse request body"],
    ["[]", "Can't parse request body"],
    [{ actions: [] }, "trigger can not be empty"],
    [{ trigger: { type: "often" } }, "invalid trigger type: often, it must be one of always, filter, index, cron"],
    [{ trigger: ALWAYS }, "actions can not be empty"],
    [{ trigger: ALWAYS, actions: [] }, "actions can not be empty"],
    [{ trigger: ALWAYS, actions: [{}] }, "action type can not be empty"],
    [{ trigger: ALWAYS, actions: [{ type: "explode" }] }, "invalid action type: explode"],
    [
      { trigger: ALWAYS, actions: [action("custom_data", 1).actions[0], action("custom_data", 2).actions[0]] },
      "duplicate action type: custom_data",
    ],
    [filter(undefined), "trigger expression is required for the type filter"],
    [filter(""), "trigger expression is required for the type filter"],
    [filter("$query contains"), "invalid trigger expression: a value is missing at character 16"],
    [filter("$quary == 'x'"), "invalid trigger expression: there is no variable $quary at character 1"],
    [
      filter("$query matches '('"),
      expect.stringMatching(/^invalid trigger expression: the pattern cannot be read \(.*\) at character 16$/),
    ],
    [{ trigger: { type: "cron" }, actions: SCRIPTED.actions }, "trigger expression is required for the type cron"],
    [
      { trigger: { type: "cron", expression: "every day" }, actions: SCRIPTED.actions },
      expect.stringMatching(/^invalid trigger expression: "every day" is no/),
    ],
    [
      { trigger: { type: "cron", expression: "0 0 30 2 *" }, actions: SCRIPTED.actions },
      expect.stringContaining("never comes"),
    ],
    [
      { trigger: { type: "cron", expression: "* * * * *" }, actions: BOOTS.actions },
      "a trigger of the type cron allows only the action script",
    ],
    [
      { trigger: { type: "index" }, actions: BOOTS.actions },
      "a trigger of the type index allows only the action script",
    ],
    [
      { ...BOOTS, trigger: { ...ALWAYS, timeframe: { end_time: 1 } } },
      "start_time is required in the timeframe of a trigger",
    ],
    [
      { ...BOOTS, trigger: { ...ALWAYS, timeframe: { start_time: 2, end_time: 1 } } },
      "end_time of a timeframe can not be before its start_time",
    ],
    [{ ...BOOTS, name: 1 }, "name must be a string"],
    [action("script"), "Script can not be empty"],
    [action("replace_search_query", 1), "data of replace_search_query must be a string"],
    [action("replace_search_term", ["a"]), "data of replace_search_term must be a string"],
    [action("remove_words", "a"), "data of remove_words must be a list of strings"],
    [action("replace_words", { a: 1 }), "data of replace_words must be an object of strings"],
    [action("hide_result", [1]), "data of hide_result must be a list of document ids"],
    [
      action("promote_result", [{ doc: {} }]),
      'data of promote_result must be a list of {"doc": {"_id": …}, "position": …}',
    ],
    [
      action("add_filter", { a: { b: 1 } }),
      "data of add_filter must be an object of fields with a value or a list of values",
    ],
    [
      action("search_settings", { dataField: [] }),
      "data of search_settings must be an object with dataField and fieldWeights",
    ],
    [action("custom_data"), "data of custom_data must be any JSON"],
  ])("POST %j", async (body, message) => {
    expect((await api.call("POST", "/_rule", body)).body).toEqual(refused(400, "Bad Request", message));
  });

  test.each<[string, string, RegExp]>([
    ["always", "function handleRequest( {", /^the script is not valid: SyntaxError/],
    [
      "always",
      "const answer = require('lodash');\nfunction handleRequest() {}",
      /^the script is not valid: ReferenceError: require is not there/,
    ],
    ["always", "throw new Error('no'); function handleRequest() {}", /^the script is not valid: Error: no/],
    ["always", "while (true);", /^the script is not valid: the script took longer than 2 s/],
    ["always", "const a = 1;", /^the script is not valid: the script has no function handleRequest or handleResponse$/],
    ["filter", "function handleRespone() {}", /has no function handleRequest or handleResponse$/],
    [
      "always",
      "function handleCron() {}",
      /handleCron does not run in a rule of the type always: name the function handleRequest or handleResponse$/,
    ],
    [
      "index",
      "function handleResponse() {}",
      /handleResponse does not run in a rule of the type index: name the function handleRequest$/,
    ],
    [
      "cron",
      "function handleRequest() {}",
      /handleRequest does not run in a rule of the type cron: name the function handleCron$/,
    ],
    [
      "always",
      "function handleRequest() { missing() }",
      /handleRequest failed with ReferenceError: 'missing' is not defined/,
    ],
    ["always", "function handleResponse() { while (true); }", /handleResponse failed with the script took longer/],
    ["always", "function handleRequest() { handleRequest() }", /too deeply/],
    ["cron", "function handleCron() { lodash.map([]) }", /handleCron failed with ReferenceError: lodash is not there/],
  ])("a script that cannot run: %s %j", async (type, script, message) => {
    const trigger = { type, expression: type === "cron" ? "* * * * *" : "'*' in $index" };
    const bad = { trigger, actions: [{ type: "script", script }] };
    expect((await api.call("POST", "/_rule", bad)).body).toEqual(
      refused(400, "Bad Request", expect.stringMatching(message)),
    );
    expect((await api.call("POST", "/_rule", { ...bad, enabled: false })).status).toBe(400);
    const { id } = await made({ trigger: { type: "always" }, actions: SCRIPTED.actions });
    expect((await api.call("PUT", `/_rule/${id}`, bad)).body).toEqual(
      refused(400, "Bad Request", expect.stringMatching(message)),
    );
    expect((await api.call("GET", `/_rule/${id}/script`)).body).toEqual({ script: SCRIPT });
  });

  test.each([
    ["always", "const handleRequest = () => JSON.parse(context.request.body).query[0].customEvents.a.b;"],
    [
      "always",
      "async function handleResponse() { const answer = await fetch('http://shop.example/'); return { body: await answer.json() } }",
    ],
    [
      "filter",
      "function handleItem(item) { return item }\nvar handleResponse = function () { throw new Error(context.envs.index[0]) }",
    ],
    ["index", "function handleRequest() { return { body: context.request.body.split('\\n')[7].trim() } }"],
    ["cron", "console.log('ran ' + context.envs.now)"],
    ["cron", "function handleCron() {} function handleRequest() {}"],
  ])("no script that only wants for real data: %s %j", async (type, script) => {
    const trigger = { type, expression: type === "cron" ? "* * * * *" : "'*' in $index" };
    await made({ trigger, actions: [{ type: "script", script }] });
  });

  test("a script that another program kept is looked at when it is switched on, not when it is moved", async () => {
    const script = Buffer.from("function handleRequest( {").toString("base64");
    await api.call("PUT", "/.rules/_doc/kept?refresh=true", {
      id: "kept",
      enabled: false,
      order: 9,
      trigger: ALWAYS,
      actions: [{ type: "script", script }],
    });
    expect((await api.call("PUT", "/_rule/kept", { order: 3 })).status).toBe(200);
    expect((await api.call("PUT", "/_rule/kept", { enabled: true })).status).toBe(400);
    expect((await api.call("PUT", "/_rule/kept", { enabled: false })).status).toBe(200);
  });

  test("a change that would leave a rule that is none", async () => {
    const { id } = await made(BOOTS);
    expect((await api.call("PUT", `/_rule/${id}`, { actions: [] })).status).toBe(400);
    expect((await api.call("PUT", `/_rule/${id}`, { trigger: { type: "index" } })).status).toBe(400);
    expect((await api.call("GET", `/_rule/${id}`)).body).toMatchObject({ actions: BOOTS.actions });
  });
});

test("a credential needs the category, and all indices: a rule acts on everybody's searches", async () => {
  const shop = await api.credential({ indices: ["shoes"], categories: ["rules"], ops: ["read", "write", "delete"] });
  const search = await api.credential({ indices: ["*"], categories: ["search"], ops: ["read", "write", "delete"] });
  const author = await api.credential({ indices: ["*"], categories: ["rules"], ops: ["read", "write", "delete"] });
  for (const as of [shop, search]) expect((await api.call("POST", "/_rule", BOOTS, { as })).status).toBe(401);
  expect((await api.call("GET", "/_rules", undefined, { as: shop })).status).toBe(401);
  expect((await api.call("POST", "/_rule", BOOTS, { as: author })).status).toBe(201);
});
