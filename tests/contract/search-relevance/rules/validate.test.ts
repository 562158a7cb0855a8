import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, makeShoes, openApi } from "../../api";

let api: Api;

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());

const validate = (body: unknown, as?: string) =>
  api.call("POST", "/_script/validate", body, as === undefined ? {} : { as });
const QUERY = { query: [{ id: "s", dataField: ["name"], value: "boot" }] };
const TO_SANDAL = `function handleRequest() { console.log("a"); const body = JSON.parse(context.request.body); body.query[0].value = "sandal"; return { body: JSON.stringify(body) }; }`;
const COUNT = `function handleResponse() { console.log("b"); return { ...context.response, body: { count: JSON.parse(context.response.body).s.hits.hits.length } }; }`;

test("runs both functions, and the query between them", async () => {
  const { body, status, text } = await validate({
    script: `${TO_SANDAL}\n${COUNT}`,
    envs: { index: ["shoes"] },
    request: { body: QUERY, headers: { "X-A": "1" } },
  });
  expect(status, text).toBe(200);
  expect(body).toEqual({
    request: { body: { query: [{ ...QUERY.query[0], value: "sandal" }] }, headers: { "X-A": "1" } },
    response: { code: 200, body: { count: 1 }, headers: {}, console: ["a", "b"] },
    script_took: expect.any(Number),
    console_logs: ["a", "b"],
  });
});

test.each<[string, object, number, object]>([
  [
    "a response that is given",
    {
      script: "function handleResponse() { return { ...context.response, code: 201 } }",
      response: { code: 200, body: { a: 1 }, headers: {} },
    },
    200,
    { response: { code: 201, body: { a: 1 } } },
  ],
  [
    "what the script knows of its call",
    { script: "function handleRequest() { console.log(context.envs) }", envs: { acl: "bulk" } },
    200,
    { console_logs: ['{"acl":"bulk"}'] },
  ],
  [
    "a script by the clock",
    { script: "console.log(1); function handleCron() { return 2 }", isCron: true },
    200,
    { response: { body: 2 }, console_logs: ["1"] },
  ],
  ["no script", { script: " " }, 400, { error: { message: "Script can not be empty" } }],
  [
    "a fault, with what was printed before",
    { script: "function handleRequest() { console.log('a'); throw new Error('no') }" },
    400,
    { error: { code: 400, status: "Bad Request", message: expect.stringMatching(/^Error: no/) }, console_logs: ["a"] },
  ],
  [
    "a fault of the second function",
    { script: "function handleRequest() { console.log('a') }\nfunction handleResponse() { console.log('b'); x }" },
    400,
    { error: { message: "ReferenceError: 'x' is not defined (line 2)" }, console_logs: ["a", "b"] },
  ],
  [
    "an index that is not there",
    { script: TO_SANDAL, envs: { index: ["nowhere"] }, request: { body: QUERY } },
    200,
    {},
  ],
])("tells %s", async (_name, given, status, has) => {
  const reply = await validate(given);
  expect(reply.status, reply.text).toBe(status);
  expect(reply.body).toMatchObject(has);
});

test("a body that cannot be read is 422", async () => {
  expect((await validate("{")).body).toEqual({
    error: { code: 422, status: "Unprocessable Entity", message: "Can't parse request body" },
  });
});

test("the query runs in the name of the caller, who must be one that may search", async () => {
  const author = await api.credential({ indices: ["*"], categories: ["rules"], ops: ["read", "write"] });
  expect((await validate({ script: COUNT }, author)).status).toBe(400);
  expect((await validate({ script: COUNT, envs: { index: ["shoes"] }, request: { body: QUERY } }, author)).status).toBe(
    401,
  );
  const searcher = await api.credential({
    indices: ["*"],
    categories: ["rules", "search", "reactivesearch"],
    ops: ["read", "write"],
    exclude_fields: ["brand"],
  });
  const { text } = await validate(
    { script: TO_SANDAL, envs: { index: ["shoes"] }, request: { body: QUERY } },
    searcher,
  );
  expect(text).toContain("Sandal");
  expect(text).not.toContain("acme");
  expect(
    (await validate({ script: TO_SANDAL, envs: { index: [".users"] }, request: { body: QUERY } }, searcher)).status,
  ).toBe(401);
  const reader = await api.credential({ indices: ["*"], categories: ["rules"], ops: ["read"] });
  expect((await validate({ script: COUNT }, reader)).status).toBe(401);
});
