import { execFileSync } from "node:child_process";
import { test } from "vitest";

test("docs/routes.md is what routes.js says", () => {
  execFileSync(process.execPath, ["scripts/print-routes.mjs", "--check"], { stdio: ["ignore", "ignore", "inherit"] });
});
