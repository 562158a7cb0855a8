import { expect, it } from "vitest";
import { isTimeZone } from "./dates";
import { timeZones } from "./time-zones.server";

it("offers zones that forms take, each once, with the one that was chosen", () => {
  const zones = timeZones("Asia/Calcutta");
  expect(zones).toEqual(expect.arrayContaining(["Asia/Calcutta", "Europe/Oslo", "UTC"]));
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(timeZones("")).not.toContain("");
});
