import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limitsPage } from "@common/limits/table";
import { configurationPage } from "../../scripts/configuration/page";

test("docs/reference/routes.md is what routes.js says", () => {
  execFileSync(process.execPath, ["scripts/print-routes.mjs", "--check"], { stdio: ["ignore", "ignore", "inherit"] });
});

test("docs/reference/limits.md is what common/limits says: run node scripts/print-limits.mjs", () => {
  expect(readFileSync("docs/reference/limits.md", "utf8")).toBe(limitsPage());
});

test("docs/run/configuration.md is what the schemas say: run node scripts/print-configuration.mjs", () => {
  expect(readFileSync("docs/run/configuration.md", "utf8")).toBe(configurationPage());
});
