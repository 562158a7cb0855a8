import { expect, it } from "vitest";
import { strengthOf, weakness } from "./password-strength";

it.each([
  ["short-one", /at least 10 characters/],
  ["aaaaaaaabbbb", /different characters/],
  ["mira-and-more", /user name/],
  ["Password1234", /common passwords/],
  ["qwertyuiop", /common passwords/],
  ["ü".repeat(40), /72 bytes/],
])("refuses %s", (password, why) => expect(weakness(password, "mira")).toMatch(why));

it.each(["a-quiet-owl", "correct horse battery staple", "welcome to the long hall of films"])("takes %s", (password) =>
  expect(weakness(password, "mira")).toBeUndefined(),
);

it("says how good one is", () => {
  expect(strengthOf("", "mira")).toBeUndefined();
  expect(strengthOf("a-quiet-owl", "mira")?.tone).toBe("warn");
  expect(strengthOf("a-quiet-owl-at-night", "mira")?.tone).toBe("good");
});
