import { ANALYTICS_LIMITS as L } from "@common/limits/analytics";
import { expect, test } from "vitest";
import { addEvents } from "./bounds";
import { eventFields } from "./event-fields";
import { requireRoom, SearchRecordSchema } from "./record";

const events = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`c_${from + at}`, "v"]));

test("a search has no more custom events than it may have, whatever comes later", () => {
  const record: Record<string, unknown> = {};
  addEvents(record, events(0, L.eventsOfSearch.most - 1));
  addEvents(record, { ...events(0, 1), ...events(L.eventsOfSearch.most, 2) });
  expect(Object.keys(record)).toHaveLength(L.eventsOfSearch.most);
  addEvents(record, { c_0: "changed", c_another: "v" });
  expect(record["c_0"]).toBe("changed");
  expect(record).not.toHaveProperty("c_another");
});

test("a custom event with a longer name is left out", () => {
  const [at, past] = ["a".repeat(L.eventName.most), "a".repeat(L.eventName.most + 1)];
  expect(Object.keys(eventFields({ [at]: "v", [past]: "v" }))).toEqual([`c_${at}`]);
});

test("the ids of the results of a search have a bound together", () => {
  const record = (letters: number) =>
    SearchRecordSchema.parse({
      hits_in_response: [{ id: "i".repeat(letters), index: "", click: false, click_position: 0, conversion: false }],
    });
  expect(() => requireRoom(record(L.resultsBytes.most))).not.toThrow();
  expect(() => requireRoom(record(L.resultsBytes.most + 1))).toThrow(/at most 131072 characters/);
});
