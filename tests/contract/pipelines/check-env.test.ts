import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkEnv } from "@backend/gateway/resources/pipelines/check-env";
import type { FetchCall } from "@backend/gateway/resources/search-relevance/rules/scripts/types";
import { type Api, openApi } from "../api";

// The check of a global variable: made by the server, to addresses that its operator lists.

const VALUE = "a-secret-value";
let api: Api;
beforeAll(async () => {
  api = await openApi();
  await api.call("POST", "/_pipelines/env", { key: "TOKEN", label: "Token", value: VALUE });
});
afterAll(() => api.close());

it("calls nothing that the operator does not list, and tells no value", async () => {
  const validate = { url: "http://127.0.0.1:9/ping?u=${TOKEN}", expected_status: 204 };
  for (const body of [
    { key: "TOKEN", validate },
    { key: "TOKEN", value: VALUE, validate },
  ]) {
    const checked = await api.call("POST", "/_pipelines/env/validate", body);
    expect(checked.body).toMatchObject({ ok: false, status: null, expected: 204 });
    expect(checked.text).toContain("SCRIPT_ALLOWED_URLS");
    expect(checked.text).not.toContain(VALUE);
  }
});

it("refuses what is no request, a variable that is not there, and who may not change pipelines", async () => {
  const check = (body: object, as?: string) =>
    api.call("POST", "/_pipelines/env/validate", body, as === undefined ? {} : { as });
  const validate = { url: "https://out.example.test/" };
  expect((await check({ key: "TOKEN" })).status).toBe(400);
  expect((await check({ key: "TOKEN", validate: {} })).status).toBe(400);
  expect((await check({ key: "TOKEN", validate: { ...validate, method: "TRACE" } })).status).toBe(400);
  expect((await check({ key: "TOKEN", validate: { ...validate, expected_status: 99 } })).status).toBe(400);
  expect((await check({ key: "TOKEN", validate: { ...validate, headers: "a" } })).status).toBe(400);
  expect((await check({ key: "NONE", validate })).status).toBe(404);
  const reader = await api.credential({ categories: ["search"], ops: ["read", "write"], indices: ["*"] });
  expect((await check({ key: "TOKEN", validate }, reader)).status).toBe(401);
});

describe("the request", () => {
  const sent = async (validate: Record<string, string | number | Record<string, string>>, status = 200) => {
    const calls: FetchCall[] = [];
    const checked = await checkEnv(
      { key: "TOKEN", validate },
      {
        // No address answers in tests; what would be sent is what counts.
        scripts: { fetch: async (call) => (calls.push(call), { status, headers: {}, body: "" }) },
        globalEnvs: {
          get: async (key) => ({
            id: key,
            key,
            label: "",
            description: "",
            value: VALUE,
            created_at: 0,
            updated_at: 0,
          }),
        },
      },
    );
    return { checked, call: calls[0] };
  };

  it("has the value, and its base64, wherever they are named", async () => {
    const { checked, call } = await sent({
      url: "https://out.example.test/${TOKEN}",
      method: "post",
      headers: { Authorization: "Basic btoa(${TOKEN})" },
      body: { token: "${TOKEN}" },
    });
    expect(call).toEqual({
      url: `https://out.example.test/${VALUE}`,
      method: "POST",
      headers: { Authorization: `Basic ${Buffer.from(VALUE).toString("base64")}` },
      body: `{"token":"${VALUE}"}`,
    });
    expect(checked).toEqual({ ok: true, status: 200, expected: 200, message: "answered 200" });
  });

  it("is held against the status that is expected; a redirect is a status as any", async () => {
    expect((await sent({ url: "https://out.example.test/" }, 302)).checked).toMatchObject({ ok: false, status: 302 });
    const { checked } = await sent({ url: "https://out.example.test/", expected_status: 204 });
    expect(checked).toEqual({ ok: false, status: 200, expected: 204, message: "expected 204, got 200" });
  });
});
