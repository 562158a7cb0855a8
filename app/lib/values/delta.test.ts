import { expect, it } from "vitest";
import { applyDelta } from "./delta";

it.each([
  ["/shelf/_reactivesearch", "=8\t-8\t+m\t=6", "/shelf/_msearch"],
  ["same", "", "same"],
  ["same, whatever is counted", "=4", "same, whatever is counted"],
  ["a 🎬 film", "=2\t-1\t+%F0%9F%8E%AD\t=5", "a 🎭 film"],
  ["one", "-3\t+two%20lines%0Aand%25", "two lines\nand%"],
  ["", "+new", "new"],
])("%j with %j is %j", (base, delta, made) => expect(applyDelta(base, delta)).toBe(made));

it.each([
  ["too short", "=3\t-1\t+x"],
  ["short", "=30\t-1"],
  ["no delta", "hello"],
  ["broken letters", "=1\t+%E0%A4%A\t-13"],
])("%j has no %j", (base, delta) => expect(applyDelta(base, delta)).toBeUndefined());
