import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCases, recordedAreas } from "./cases";
import { differencesDocument } from "./document";
import { SPEC_ROWS } from "./spec-rows";

const fromRoot = (path: string) => new URL(`../../${path}`, import.meta.url);

test("docs/reference/spec-differences.md is what the lists say; print it with node scripts/print-differences.mjs", () => {
  expect(readFileSync(fromRoot("docs/reference/spec-differences.md"), "utf8")).toBe(differencesDocument());
});

test("each row names a recorded case or a test that there is", () => {
  const recorded = new Set(
    recordedAreas()
      .flatMap(readCases)
      .map(({ id }) => id),
  );
  const unknown = SPEC_ROWS.filter(({ shown }) => {
    const [where = "", ...rest] = shown.split(": ");
    const name = rest.join(": ");
    if (where === "replay") return !recorded.has(name);
    return !existsSync(fromRoot(where)) || !readFileSync(fromRoot(where), "utf8").includes(`"${name}"`);
  });
  expect(unknown.map(({ spec, shown }) => `${spec}: ${shown}`)).toEqual([]);
});
