import { expect, test } from "vitest";
import { isAtLeast } from "./version";

test.each([
  ["7.40.1", "7.40.1", true],
  ["7.40.2", "7.40.1", true],
  ["8.0", "7.40.1", true],
  ["8", "8.0.0", true],
  ["7.9.9", "7.40.1", false],
  ["7.40", "7.40.1", false],
  ["8.12.0-rc1", "8.12.0", false],
  ["8.12.1-rc1", "8.12.0", true],
  ["latest", "7.40.1", false],
  ["8..1", "7.40.1", false],
  ["", "7.40.1", false],
  [null, "7.40.1", false],
])("%s is at least %s: %s", (version, wanted, is) => expect(isAtLeast(version, wanted)).toBe(is));
