import { describe, expect, test } from "vitest";
import type { Caller } from "../auth/types";
import { adminUser } from "../../resources/access-control/users/service";
import { patternAdmits } from "@common/text/index-pattern";
import { checkClusterLevel, checkIndices, requireIndexName } from "./indices";
import { busyMs, MOST_MS } from "../../../../tests/setup/busy";

async function callerWith(indices: string[], isAdmin = false): Promise<Caller> {
  const user = await adminUser({ username: "x", password: "y" });
  return { kind: "user", user: { ...user, is_admin: isAdmin, indices } };
}

describe("patternAdmits", () => {
  test.each([
    ["books", "books", true],
    ["books", "books-2024", true],
    ["books", "books.v2", true],
    ["books", "bookshelf", false],
    ["books", "oldbooks", false],
    ["books*", "bookshelf", true],
    ["*books", "oldbooks", true],
    ["*books", "books-2024", true],
    ["b*-logs", "big-logs", true],
    ["b*-logs", "big-logsx", false],
    ["*", "anything", true],
    ["books-", "books-", true],
    ["bü", "bücher", false],
    // Wild cards in the expression never reach further than the pattern.
    ["books", "books*", false],
    ["books", "books-*", true],
    ["books*", "books*", true],
    ["books*", "b*", false],
    ["books", "_all", false],
    ["books*", "*", false],
  ])("%s admits %s: %s", (pattern, expression, admitted) => {
    expect(patternAdmits(pattern, expression)).toBe(admitted);
  });

  test("answers at once for a long pattern and a long name", () => {
    // It takes some milliseconds; one that goes back at every star takes longer than the sun shines.
    expect(busyMs(() => patternAdmits("*a".repeat(500), "a".repeat(16_000)))).toBeLessThan(MOST_MS);
  });
});

describe("checkIndices", () => {
  test.each([
    ["films"],
    ["books", "films"],
    ["<films-{now/d}>"],
    ["<films>"],
    ["other:films"],
    ["other:books"],
    ["books:films"],
    ["books:books"],
    ["<other:books>"],
    ["*:books"],
    ["b*"],
    ["_all"],
    [".users"],
    ["-books"],
  ])("refuses %s to who may use books", async (...expressions) => {
    const caller = await callerWith(["books"]);
    expect(() => checkIndices(caller, expressions)).toThrow(
      `credentials cannot access [${expressions.join(" ")}] index/indices`,
    );
  });

  test.each([".users", ".u*", ".*", "<.users>", "<{now{'.users'}}>", "<.us{now/d}>", "remote:.users", ".logs-000001"])(
    "refuses the system index %s to who may use every index but is no admin",
    async (expression) => {
      const caller = await callerWith(["*"]);
      expect(() => checkIndices(caller, [expression])).toThrow("credentials cannot access");
    },
  );

  test("lets through what a pattern covers, dated names and exclusions too", async () => {
    const caller = await callerWith(["books"]);
    expect(() => checkIndices(caller, ["books", "books-2024", "<books-{now/d}>", "books-*", "-other"])).not.toThrow();
  });

  test("an index of another cluster needs a pattern that names clusters", async () => {
    const caller = await callerWith(["other:books"]);
    expect(() => checkIndices(caller, ["other:books", "other:books-2024"])).not.toThrow();
    expect(() => checkIndices(caller, ["books"])).toThrow("credentials cannot access");
    expect(() => checkIndices(caller, ["third:books"])).toThrow("credentials cannot access");
    expect(() => checkIndices({ ...caller }, ["other:.users"])).toThrow("credentials cannot access");
  });

  test("lets an admin use system indices", async () => {
    const caller = await callerWith(["*"], true);
    expect(() => checkIndices(caller, [".users"])).not.toThrow();
  });
});

test("cluster-level routes need the pattern *", async () => {
  const [some, all] = [await callerWith(["books*"]), await callerWith(["*"])];
  expect(() => checkClusterLevel(some)).toThrow("credentials cannot access cluster level routes");
  expect(() => checkClusterLevel(all)).not.toThrow();
});

test("a name with an underscore never goes on as an index, but for _all", () => {
  expect(() => requireIndexName("_settings")).toThrow("Invalid index name [_settings], must not start with '_'.");
  expect(() => requireIndexName("_all")).not.toThrow();
  expect(() => requireIndexName("books")).not.toThrow();
});
