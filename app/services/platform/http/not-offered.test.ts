import { expect, it } from "vitest";
import { isNotOffered, isNotTold } from "./not-offered.server";

it("a 404 of a call that names nothing is one too", () => {
  expect(isNotOffered({ kind: "status", status: 404 })).toBe(true);
  expect(isNotOffered({ kind: "not-offered", status: 400 })).toBe(true);
  // The client has looked at the words, and at the engine's reason beside them.
  expect(isNotOffered({ kind: "status", status: 400 })).toBe(false);
  expect(isNotOffered({ kind: "status", status: 500 })).toBe(false);
});

it("what the rights of a user do not cover is not told him either", () => {
  expect(isNotTold({ kind: "not-allowed", status: 401 })).toBe(true);
  expect(isNotTold({ kind: "not-offered", status: 400 })).toBe(true);
  expect(isNotTold({ kind: "status", status: 400 })).toBe(false);
});
