import { describe, expect, test } from "vitest";
import { nextStep, type Session } from "./session";

function visitor() {
  let session: Session | null = null;
  return (term: string | undefined, { now = 0, sentAt }: { now?: number; sentAt?: number } = {}) => {
    const next = nextStep(session, { term, sentAt, now });
    session = next?.session ?? session;
    return next?.id ?? null;
  };
}

describe("search sessions", () => {
  test("letters typed one after the other are one search", () => {
    const search = visitor();
    const first = search("b");
    expect(search("bo")).toBe(first);
    expect(search("Boo ")).toBe(first);
    expect(search("book")).toBe(first);
    expect(search("boo")).toBe(first);
  });

  test("another term and half a minute begin a new one", () => {
    const search = visitor();
    const first = search("book");
    expect(search("lamp")).not.toBe(first);
    const second = search("book");
    expect(second).not.toBe(first);
    expect(search("book", { now: 29_999 })).toBe(second);
    expect(search("book", { now: 29_999 + 30_000 })).not.toBe(second);
  });

  test("a search without text is always new and ends nothing", () => {
    const search = visitor();
    const first = search("book");
    expect(search("")).not.toBe(search(" "));
    expect(search("book")).toBe(first);
  });

  test("a request older than one that came first is stale, for half a minute", () => {
    const search = visitor();
    expect(search("a", { sentAt: 100 })).not.toBeNull();
    expect(search("a", { sentAt: 99 })).toBeNull();
    expect(search("a")).not.toBeNull();
    expect(search("a", { sentAt: 98, now: 30_001 })).not.toBeNull();
  });

  test("a step that has its id already keeps it, whatever came between, and what follows goes on from it", () => {
    const between = nextStep(null, { term: "bo", sentAt: 200, now: 0 });
    const kept = nextStep(between?.session ?? null, { term: "boo", sentAt: 100, now: 1, id: "mine" });
    expect(kept).toMatchObject({ id: "mine", session: { newest: 200 } });
    expect(nextStep(kept?.session ?? null, { term: "book", sentAt: 300, now: 2 })?.id).toBe("mine");
  });
});
