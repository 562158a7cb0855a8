import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmptyEngine } from "../../../../tests/replay/target";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { callEngine } from "./engine-client";
import { deleteOwnIndex, indexNamed } from "./delete-own";

let opened: OpenedEngine;
beforeAll(async () => {
  opened = await openEmptyEngine();
  for (const name of ["theirs", "made"])
    await callEngine(opened.engine, { method: "PUT", path: `/${name}`, body: { mappings: { _meta: { made: true } } } });
  await callEngine(opened.engine, {
    method: "POST",
    path: "/_aliases",
    body: { actions: [{ add: { index: "theirs", alias: "made_1" } }] },
  });
});
afterAll(() => opened.close());

test("an alias, a pattern and what lacks the mark are left", async () => {
  const { engine } = opened;
  for (const name of ["made_1", "mad*", "*", "_all", "theirs,made", "none"])
    expect(await deleteOwnIndex({ engine, name, isOurs: () => true })).toBe(false);
  const uuid = (await indexNamed(engine, "made"))?.uuid;
  expect(await deleteOwnIndex({ engine, name: "made", isOurs: (found) => found.uuid === "another" })).toBe(false);
  expect(
    await deleteOwnIndex({
      engine,
      name: "made",
      isOurs: ({ meta, ...found }) => meta["made"] === true && found.uuid === uuid,
    }),
  ).toBe(true);
  expect(await indexNamed(engine, "made")).toBeNull();
  expect(await indexNamed(engine, "theirs")).not.toBeNull();
});

/** Files of the gateway that delete a whole index by itself, or let an engine do so. */
const MAY = new Set([
  "platform/store/delete-own.ts",
  "resources/indices/reindex/engine-calls.ts",
  "platform/allow-list/members.ts",
]);

test("no other place of the gateway deletes an index", () => {
  const folder = join(import.meta.dirname, "../..");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const deleting = files.filter((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    // By the name of an index alone: what has a further segment is a document or a scroll.
    return (
      /method: "DELETE", path: (?:`\/\$\{[^}]*\}`|enginePath\(\[[^,\]]*\]\)|indexPath\([^,)]*\))/.test(text) ||
      text.includes("remove_index")
    );
  });
  expect(deleting.filter((file) => !MAY.has(file))).toEqual([]);
});
