import { expect, test } from "vitest";
import { SERVER_INDICES } from "./server-form";
import { SYSTEM_INDICES } from "./system-indices";

test("no index of ours tells of another server: where one lacks, the others would be taken for that server's", () => {
  const ours = new Set(SYSTEM_INDICES.map(({ name }) => name));
  expect(SERVER_INDICES.filter((name) => ours.has(name))).toEqual([]);
});
