import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limitsPage } from "@common/limits/table";

test("docs/routes.md is what routes.js says", () => {
  execFileSync(process.execPath, ["scripts/print-routes.mjs", "--check"], { stdio: ["ignore", "ignore", "inherit"] });
});

test("docs/limits.md is what common/limits says: run node scripts/print-limits.mjs", () => {
  expect(readFileSync("docs/limits.md", "utf8")).toBe(limitsPage());
});
