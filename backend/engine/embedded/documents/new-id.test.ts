import { expect, it } from "vitest";
import { newId } from "./writer";

it("generated ids are told apart, and lie beside each other in the order of texts", () => {
  const now = Date.now();
  const ids = Array.from({ length: 100_000 }, () => newId(now));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[\w-]{20}$/.test(id))).toBe(true);
  // All of a moment stand between the same neighbours.
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(1);
  expect(newId(now + 1).slice(0, 8)).not.toBe(ids[0]?.slice(0, 8));
});
