import { parseJson, stringifyJson } from "@common/text/json";
import { expect, it } from "vitest";
import { isJsonObject } from "@common/text/json";
import { MASK } from "~/services/platform/changes/mask.server";
import { withoutValues } from "./without-values.server";

const kept = (content: string, more = {}) => {
  const read = parseJson(
    withoutValues(stringifyJson({ content, scripts: {}, description: "", context: null, ...more })),
  );
  return isJsonObject(read) ? read : {};
};

const yaml = (value: string, secret: string) => `id: shoes # ours
global_envs:
  - key: API_URL
    label: Where
    value: ${value}
stages:
  - use: httpRequest
    inputs:
      url: "{{envs.API_URL}}"
      headers: { Authorization: ${secret}, Accept: text/plain }
`;

it("keeps no value of a variable and no secret of a stage, in YAML with all else as it was", () => {
  const { content } = kept(yaml("https://u:p@example.com", "Bearer abc"));
  expect(content).toContain("id: shoes # ours");
  expect(content).toContain("key: API_URL");
  expect(content).toContain("Accept: text/plain");
  expect(content).not.toMatch(/u:p|Bearer/);
  expect(String(content).split(MASK)).toHaveLength(3);
});

it("in JSON too, where an empty value stays empty", () => {
  const text = (value: string) =>
    stringifyJson({
      id: "a",
      global_envs: [
        { key: "A", value },
        { key: "B", value: "" },
      ],
    });
  expect(kept(text("s3cret"))["content"]).toBe(text(MASK));
});

it("keeps nothing of a text that cannot be read, and the files beside it", () => {
  const { content, scripts } = kept("a: [1\nvalue: s3cret", { scripts: { "a.js": "1" } });
  expect(content).toBeNull();
  expect(scripts).toEqual({ "a.js": "1" });
});
