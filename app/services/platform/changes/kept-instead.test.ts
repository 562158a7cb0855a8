import { expect, it } from "vitest";
import { keptInstead } from "./kept-instead";

it.each<[string, object | undefined, object, object, string | undefined]>([
  ["takes all", { a: "x", list: ["one"] }, { a: "", list: [] }, { a: "", list: [] }, undefined],
  ["says nothing in the place of an empty text", { a: "x" }, { a: "" }, {}, undefined],
  [
    "passes over an emptied list",
    { exclude_fields: ["secret"] },
    { exclude_fields: [] },
    { exclude_fields: ["secret"] },
    "The server kept exclude fields (secret) as before.",
  ],
  [
    "passes over emptied texts",
    { email: "a@example.org", description: "shop", indices: ["a"] },
    { email: "", description: "", indices: ["b"] },
    { email: "a@example.org", description: "shop", indices: ["b"] },
    "The server kept email (a@example.org) and description (shop) as before.",
  ],
  [
    "drops what it does not know, at creation",
    undefined,
    { search_include_fields_only: true, ops: ["read"] },
    { ops: ["read"] },
    "The server kept search include fields only (none) as before.",
  ],
  [
    "writes it in its own way",
    { n: 1, when: "never" },
    { n: 2, when: "1 day" },
    { n: "2", when: "24 hours" },
    undefined,
  ],
  ["keeps what was not to change", { n: 1 }, { n: 1 }, { n: 3 }, undefined],
  ["orders a list anew", { list: ["a"] }, { list: ["b", "a"] }, { list: ["a", "b"] }, undefined],
  ["loses a member that was taken out", { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2 }, "The server kept b (2) as before."],
])("a server that %s", (_, before, meant, stored, said) => {
  const texts = {
    meant: JSON.stringify(meant),
    stored: JSON.stringify(stored),
    before: before && JSON.stringify(before),
  };
  expect(keptInstead(texts)).toBe(said);
});

it("tells nothing where what is stored cannot be read", () => {
  expect(keptInstead({ before: "{}", meant: '{"a":1}', stored: undefined })).toBeUndefined();
  expect(keptInstead({ before: "{}", meant: "plain text", stored: "{}" })).toBeUndefined();
});

it("tells of a list what was to go and is there, and what was to come and is not", () => {
  const before = ["tv,television", "sofa,couch"];
  expect(keptInstead({ before, meant: ["sofa,couch"], stored: before })).toBe(
    "The server kept tv,television as before.",
  );
  expect(keptInstead({ before, meant: [...before, "cup,mug"], stored: before })).toBe(
    "The server kept the list without cup,mug.",
  );
  expect(keptInstead({ before, meant: ["cup,mug"], stored: ["cup,mug"] })).toBeUndefined();
  expect(keptInstead({ before: undefined, meant: [], stored: ["other"] })).toBeUndefined();
});

it("tells where there is no such thing after a change", () => {
  expect(keptInstead({ before: undefined, meant: "{}", stored: null })).toBe(
    "The server kept nothing: there is no such thing after the change.",
  );
});

it("names a setting as people know it", () => {
  const [before, meant] = [
    { "index.refresh_interval": "1s", enabled: false },
    { "index.refresh_interval": "5s", enabled: true },
  ];
  expect(keptInstead({ before, meant, stored: before })).toBe(
    "The server kept index.refresh_interval (1s) and enabled (false) as before.",
  );
});
