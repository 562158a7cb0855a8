import { existsSync, readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import { limitsPage } from "@common/limits/table";
import { ROWS, WITHOUT_ROW } from "../system/bounds/drivers/table";

// The table of bounds and what drives it: `tests/system/bounds` sends each row its call at the bound and the one past
// it.

it.each(ROWS)("$name is driven to its bound and past it", ({ driver }) => {
  expect(driver, "a row without a driver: add it to tests/system/bounds/drivers").toBeDefined();
  if (driver && "test" in driver) expect(existsSync(driver.test), driver.test).toBe(true);
});

test("nothing drives a row that is not there", () => {
  expect(WITHOUT_ROW).toEqual([]);
});

test("the page is that of the table", () => {
  expect(readFileSync("docs/reference/limits.md", "utf8")).toBe(limitsPage());
});
