import { parseJson } from "@common/text/json";
import { expect, it } from "vitest";
import { isSecretName, keptText, MOST_KEPT } from "./mask.server";

it.each([
  "password",
  "apiKey",
  "api_key",
  "X-Auth-Token",
  "client_secret",
  "key",
  "Authorization",
  "openai_api_key",
  "passwd",
  "session-cookie",
])("takes %s for a secret", (name) => expect(isSecretName(name)).toBe(true));
it.each(["title", "keyword", "public_key", "role_key", "monkey", "tokenizer", "keys_total", "passage"])(
  "takes %s for none",
  (name) => expect(isSecretName(name)).toBe(false),
);

it("masks secrets at any depth and keeps every digit", () => {
  const { text, note } = keptText(
    parseJson('{"user":{"password":"hunter2","n":12345678901234567890},"list":[{"token":["a","b"]}],"secret":null}'),
  );
  expect(text).not.toContain("hunter2");
  expect(JSON.parse(text.replace("12345678901234567890", "1"))).toEqual({
    user: { password: "••••••", n: 1 },
    list: [{ token: "••••••" }],
    secret: null,
  });
  expect(text).toContain("12345678901234567890");
  expect(note).toBe("Secrets are masked.");
});

it("reads the lines of a bulk body, so that nothing in it stays unmasked", () => {
  expect(keptText('{"index":{"_id":"1"}}\n{"password":"x"}\n').text).toBe(
    '{"index":{"_id":"1"}}\n{"password":"••••••"}',
  );
});

it("cuts what is long with a mark and a note, and keeps nothing of what it cannot read", () => {
  const long = keptText({ text: "x".repeat(MOST_KEPT * 2) });
  expect(long.text).toHaveLength(MOST_KEPT + 1);
  expect(long.text.endsWith("…")).toBe(true);
  expect(long.note).toBe("Cut after 64 KB of 129 KB.");
  const many = keptText(Array.from({ length: 50_000 }, (_, n) => ({ n, password: "hunter2" })));
  expect([many.text.length, many.note]).toEqual([MOST_KEPT + 1, "Secrets are masked. Cut after 64 KB."]);
  expect(keptText("password=hunter2")).toEqual({ text: "", note: "Not kept: 1 KB, too large or no JSON." });
  expect(keptText(`{"a":"${"x".repeat(2_000_000)}"}`).text).toBe("");
});
