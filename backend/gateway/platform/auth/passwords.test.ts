import { expect, it } from "vitest";
import { askedCosts } from "../../../../tests/setup/runner/quick-bcrypt";
import { createPasswordCheck, hashPassword, isKnownHash } from "./passwords";

it("a password is hashed with bcrypt at its usual cost, and only it fits", async () => {
  const hash = await hashPassword("a-quiet-owl");
  expect(askedCosts.at(-1)).toBe(10);
  expect(isKnownHash(hash)).toBe(true);
  const check = createPasswordCheck();
  expect(await check({ password: "a-quiet-owl", hash })).toBe(true);
  expect(await check({ password: "a-quiet-owk", hash })).toBe(false);
});
