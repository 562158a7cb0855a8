import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { differencesDocument } from "./document";

test("docs/spec-differences.md is what the lists say; print it with node scripts/print-differences.mjs", () => {
  expect(readFileSync(new URL("../../docs/spec-differences.md", import.meta.url), "utf8")).toBe(differencesDocument());
});
