import { describe, expect, it } from "vitest";
import { claimOf, claimValues, personIn } from "./claims.server";
import { entryFor, parseUsersFile } from "./users-file.server";

const searchUrl = "http://127.0.0.1:9280";
const parse = (value: unknown) =>
  parseUsersFile({ text: typeof value === "string" ? value : JSON.stringify(value), searchUrl });
const secret = "do-not-print";
const editor = { claim: "editors", username: "editor", password: secret };

describe("the file of OpenID Connect", () => {
  it("is a list; an entry without a server is of the configured one", () => {
    expect(parse([editor, { ...editor, url: "https://search.example/" }])).toEqual({
      entries: [
        { ...editor, url: searchUrl },
        { ...editor, url: "https://search.example" },
      ],
    });
    expect(parse("\uFEFF[]")).toEqual({ entries: [] });
  });

  it.each([
    [`[{"claim": "a", "password": "${secret}"`, /^Not valid JSON at line 1/],
    [`[{"claim": "a", "username": "b", "password": "${secret}"},]`, /^Not valid JSON at line 1/],
    [{}, /^It is no list/],
    [null, /^It is no list/],
    [[editor, secret], /^Entry 2: it is no object/],
    [[{ ...editor, claim: "" }], /^Entry 1: claim is empty/],
    [[{ ...editor, claim: 5 }], /^Entry 1: claim is a text/],
    [[{ ...editor, username: `a:${secret}` }], /^Entry 1: username has a colon/],
    [[{ ...editor, password: "" }], /^Entry 1: password is empty/],
    [[{ ...editor, [secret]: 1 }], /^Entry 1: it has a member beside/],
    [[{ ...editor, url: "ftp://search.example" }], /^Entry 1: url is no address/],
  ])("that is broken is told by its place, and by no word of it: %j", (value, words) => {
    const read = parse(value);
    expect(read).toMatchObject({ problem: expect.stringMatching(words) as string });
    expect(JSON.stringify(read)).not.toContain(secret);
  });

  const entries = [{ claim: "ops-*" }, { claim: "*@example.org" }, { claim: "Readers" }].map((one) => ({
    ...editor,
    ...one,
    url: searchUrl,
  }));
  const found = (claim: string, ...values: string[]) => entryFor({ entries, values, claim })?.entry.claim;

  it("is read from its beginning: the first entry that one of the values fits", () => {
    expect(found("groups", "Readers", "ops-eu")).toBe("ops-*");
    expect(found("groups", "Readers")).toBe("Readers");
    expect(found("groups", "ops")).toBeUndefined();
    expect(found("groups")).toBeUndefined();
  });

  it("takes e-mail addresses in any case of Latin letters, and all else to the letter", () => {
    expect(found("email", "A@EXAMPLE.ORG")).toBe("*@example.org");
    expect(found("groups", "A@EXAMPLE.ORG")).toBeUndefined();
    expect(found("groups", "readers")).toBeUndefined();
    expect(found("email", "a@example.org.evil.test")).toBeUndefined();
    expect(found("email", "a@ex\u0430mple.org")).toBeUndefined();
  });
});

describe("claims", () => {
  const claims = {
    "https://example.org/roles": ["admin"],
    "a.b": "whole",
    a: { b: "nested", list: ["one", 2, null, "", "two"] },
    email: "a@example.org",
    email_verified: "true",
  };

  it("are found by their whole name, else one within another", () => {
    expect(claimOf(claims, "https://example.org/roles")).toEqual(["admin"]);
    expect(claimOf(claims, "a.b")).toBe("whole");
    expect(claimValues(claims, "a.list")).toEqual(["one", "two"]);
    for (const name of ["b", "a.c", "a.b.c", "constructor", "a.constructor.name", "__proto__"])
      expect(claimValues(claims, name)).toEqual([]);
  });

  it("hold an e-mail address only where it is verified", () => {
    expect(claimValues(claims, "email")).toEqual(["a@example.org"]);
    for (const email_verified of [false, undefined, "false", 1])
      expect(claimValues({ ...claims, email_verified }, "email")).toEqual([]);
  });

  it("call a person by the claim for it, else by that of the file, else by the subject", () => {
    const oidc = { person: "email", claim: "login" };
    const called = (more: object, claim = "login") =>
      personIn({ claims: { email: "a@example.org", login: "ann", ...more }, oidc: { ...oidc, claim }, subject: "s-1" });
    expect(called({ email_verified: true })).toBe("a@example.org");
    expect(called({})).toBe("ann");
    expect(called({ login: ["ann"] })).toBe("s-1");
    expect(called({}, "groups")).toBe("s-1");
    expect(called({ login: "an\u202En\u0000\n x" })).toBe("an n x");
    expect(called({ login: "\u200B" })).toBe("somebody");
    expect(called({ login: "n".repeat(250) })).toHaveLength(120);
  });
});
