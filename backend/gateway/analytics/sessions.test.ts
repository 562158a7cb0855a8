import { describe, expect, test } from "vitest";
import { createSearchSessions } from "./sessions";

describe("search sessions", () => {
  test("letters typed one after the other are one search", () => {
    const { idFor } = createSearchSessions(() => 0);
    const first = idFor("u1", "b");
    expect(idFor("u1", "bo")).toBe(first);
    expect(idFor("u1", "Boo ")).toBe(first);
    expect(idFor("u1", "book")).toBe(first);
    expect(idFor("u1", "boo")).toBe(first);
  });

  test("another term, another user and half a minute begin a new one", () => {
    let now = 0;
    const { idFor } = createSearchSessions(() => now);
    const first = idFor("u1", "book");
    expect(idFor("u2", "book")).not.toBe(first);
    expect(idFor("u1", "lamp")).not.toBe(first);
    expect(idFor("u1", "book")).not.toBe(first);
    const second = idFor("u1", "book");
    now = 30_001;
    expect(idFor("u1", "book")).not.toBe(second);
  });

  test("a search without text is always new", () => {
    const { idFor } = createSearchSessions(() => 0);
    expect(idFor("u1", "")).not.toBe(idFor("u1", " "));
  });

  test("a request older than one that came first is stale, for half a minute", () => {
    let now = 0;
    const { isStale } = createSearchSessions(() => now);
    expect(isStale("u1", 100)).toBe(false);
    expect(isStale("u1", 99)).toBe(true);
    expect(isStale("u2", 99)).toBe(false);
    expect(isStale("u1", undefined)).toBe(false);
    now = 30_001;
    expect(isStale("u1", 98)).toBe(false);
  });
});
