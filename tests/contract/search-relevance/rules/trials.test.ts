import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, makeShoes, openApi } from "../../api";

let api: Api;

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "hats");
}, 60_000);
afterAll(() => api.close());

const QUERY = { id: "s", dataField: ["name"], value: "boot" };
const onRequest = (change: string) =>
  `function handleRequest() { const body = JSON.parse(context.request.body); ${change}; return { body: JSON.stringify(body) }; } function handleResponse() { return context.response; }`;
const CHANGES: [string, string][] = [
  ["a query on credentials", `body.query.push({ id: "x", index: ".permissions" })`],
  ["a query on another index", `body.query.push({ id: "x", index: "hats" })`],
  ["an endpoint", `body.query.push({ id: "x", endpoint: { url: "/_users", method: "GET" } })`],
  [
    "terms of credentials",
    `body.query[0].defaultQuery = { query: { terms: { name: { index: ".permissions", id: "a", path: "password" } } } }`,
  ],
];

describe("an admin who tries somebody else's script", () => {
  test.each(CHANGES)("by the call for it does not lend it %s", async (_name, change) => {
    const answer = await api.call("POST", "/_script/validate", {
      script: onRequest(change),
      request: { body: { query: [QUERY] } },
      envs: { index: ["shoes"] },
    });
    expect([400, 401], answer.text).toContain(answer.status);
    expect(answer.text).not.toContain('"x":');
  });

  test.each(CHANGES)("by a rule that is not kept does not lend it %s", async (_name, change) => {
    const queryRule = { trigger: { type: "always" }, actions: [{ type: "script", script: onRequest(change) }] };
    const answer = await api.call("POST", "/shoes/_reactivesearch", { query: [QUERY], settings: { queryRule } });
    expect([400, 401], answer.text).toContain(answer.status);
  });

  test.each([".permissions", "*,.permissions", ".p*"])("shows it nothing of %s", async (index) => {
    const script = "function handleResponse() { return { body: { seen: context } } }";
    const answer = await api.call("POST", "/_script/validate", {
      script,
      request: { body: { query: [{ id: "s" }] } },
      envs: { index: [index] },
    });
    expect(answer.status, answer.text).toBe(401);
  });

  test("is shown what it finds in the index of the trial", async () => {
    const script = onRequest(`body.query[0].value = "sandal"`);
    const answer = await api.call("POST", "/_script/validate", {
      script,
      request: { body: { query: [QUERY] } },
      envs: { index: ["shoes"] },
    });
    expect(answer.text).toContain("Sandal");
  });
});
