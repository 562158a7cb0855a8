import { expect, test } from "vitest";
import { createRests } from "./rests";

const LONG = "the script took longer than 5 s";
const rule = { id: "a", updated_at: 1 };

test("a script that took too much three times in a row rests for 30 s, and again after the next time", () => {
  let now = 0;
  const rests = createRests({ now: () => now });
  for (let run = 0; run < 3; run++) {
    expect(rests.isResting(rule)).toBe(false);
    rests.ended(rule, { handler: "handleResponse", message: LONG });
    // Its other function runs in each search as well.
    rests.ended(rule, { handler: "handleRequest", message: null });
  }
  expect(rests.isResting(rule)).toBe(true);
  now += 29_999;
  expect(rests.isResting(rule)).toBe(true);
  now += 1;
  expect(rests.isResting(rule)).toBe(false);
  rests.ended(rule, { handler: "handleResponse", message: LONG });
  expect(rests.isResting(rule)).toBe(true);
});

test.each([null, "Error: no", "too many scripts are waiting to run", "request and response are too long for a script"])(
  "a run that ends otherwise (%s) begins the count again",
  (message) => {
    const rests = createRests();
    for (const one of [LONG, LONG, message, LONG, LONG]) rests.ended(rule, { handler: "handleRequest", message: one });
    expect(rests.isResting(rule)).toBe(false);
  },
);

test("a rule that is saved again does not rest", () => {
  const rests = createRests();
  for (let run = 0; run < 3; run++)
    rests.ended(rule, { handler: "handleRequest", message: "the script took more than 64 MB of memory" });
  expect(rests.isResting(rule)).toBe(true);
  expect(rests.isResting({ ...rule, updated_at: 2 })).toBe(false);
  expect(rests.isResting({ ...rule, id: "b" })).toBe(false);
});
