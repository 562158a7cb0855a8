import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { newRecoveryCodes, readCode, stepOf } from "./codes";
import { type Factor, FactorSchema } from "./schema";
import { createSecondFactors } from "./service";
import type { FactorStore } from "./store";

const NOON = Date.UTC(2026, 10, 23, 12);
const USER = { username: "rita", password: "$2b$hash" };
const codeAt = (secret: string, time: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });

/** Second factors over a store in memory, at a time of the test's. */
function made(given: readonly string[] = []) {
  const records = new Map<string, Factor>();
  const at = { now: NOON, secrets: [...given, "the gateways' own"] };
  const store: FactorStore = {
    get: (name) => Promise.resolve(records.get(name) ?? null),
    active: () => Promise.resolve(new Set(records.keys())),
    async change(name, work) {
      const { next, value } = await work(records.get(name) ?? null);
      if (next) records.set(name, next);
      else records.delete(name);
      return value;
    },
    remove: (name) => Promise.resolve(records.delete(name)),
    secrets: () => Promise.resolve(at.secrets),
  };
  const factors = createSecondFactors({ store, now: () => at.now });
  const who = { user: USER, address: "203.0.113.7" };
  const enrol = async () => {
    const { secret } = await factors.begin({ ...who, issuer: "Searchdeck", code: undefined });
    return { secret, ...(await factors.confirm({ ...who, code: codeAt(secret, at.now), minutes: 30 })) };
  };
  return { records, at, factors, who, enrol };
}

it("a code is of its step or one beside it, and of none that was used or comes before it", () => {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const step = NOON / 30_000;
  for (const [off, found] of [
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ] as const)
    // prettier-ignore
    expect(stepOf({ secret, code: codeAt(secret, NOON + off * 30_000), after: 0, now: NOON })).toBe(found);
  expect(stepOf({ secret, code: codeAt(secret, NOON), after: step, now: NOON })).toBeNull();
  expect(stepOf({ secret, code: codeAt(secret, NOON - 30_000), after: step, now: NOON })).toBeNull();
  // RFC 6238, appendix B, the last six of its eight digits.
  expect(stepOf({ secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", code: "287082", after: 0, now: 59_000 })).toBe(1);
});

it.each([
  ["123456", { kind: "time", code: "123456" }],
  [" 123 456 ", { kind: "time", code: "123456" }],
  ["12345", null],
  ["１２３４５６", null],
  ["ABCD-EFGH-JKMN-PQRS", { kind: "recovery", code: "abcdefghjkmnpqrs" }],
  ["abcd-efgh-ijkl-mnop", null],
  ["", null],
])("%j is read as %j", (typed, expected) => {
  expect(readCode(typed)).toEqual(expected);
});

it("recovery codes differ, and each is read as one", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(readCode(code)?.kind).toBe("recovery");
});

it("a proof is good until its end, for this password and this factor alone", async () => {
  const { at, factors, enrol } = made();
  const { proof } = await enrol();
  await factors.require({ user: USER, proof });
  await expect(factors.require({ user: { ...USER, password: "$2b$other" }, proof })).rejects.toThrow(
    "second factor required",
  );
  at.now = NOON + 30 * 60_000 - 1;
  await factors.require({ user: USER, proof });
  at.now += 1;
  await expect(factors.require({ user: USER, proof })).rejects.toThrow("second factor required");
  await expect(
    factors.require({ user: USER, proof: proof.replace(/^\w+/, (at.now + 60_000).toString(36)) }),
  ).rejects.toThrow("second factor required");
});

it("a new secret of the operator opens what an older one sealed; without any a recovery code does", async () => {
  const { at, factors, who, enrol } = made(["the first secret of the operator"]);
  const { secret, recovery_codes: codes, proof } = await enrol();
  at.secrets = ["a second one", ...at.secrets];
  await factors.require({ user: USER, proof });
  at.now += 60_000;
  await factors.verify({ ...who, code: codeAt(secret, at.now), minutes: 5 });
  at.secrets = ["quite another"];
  at.now += 60_000;
  await expect(factors.verify({ ...who, code: codeAt(secret, at.now), minutes: 5 })).rejects.toThrow(
    "SECOND_FACTOR_SECRET",
  );
  await factors.verify({ ...who, code: codes[0] ?? "", minutes: 5 });
});

it("a secret that waited too long is none, and a sealed one of somebody else neither", async () => {
  const { records, at, factors, who, enrol } = made();
  const { secret } = await factors.begin({ ...who, issuer: "Searchdeck", code: undefined });
  at.now += 15 * 60_000 + 1;
  await expect(factors.confirm({ ...who, code: codeAt(secret, at.now), minutes: 5 })).rejects.toThrow("begin anew");
  const { secret: present } = await enrol();
  const record = records.get("rita");
  if (record) records.set("otto", { ...record, username: "otto" });
  at.now += 60_000;
  await expect(
    factors.verify({ user: { ...USER, username: "otto" }, address: "", code: codeAt(present, at.now), minutes: 5 }),
  ).rejects.toThrow("sealed");
});

it("a record that cannot be read is a factor all the same", async () => {
  const { records, factors } = made();
  records.set("rita", FactorSchema.parse({ username: 5, generation: null, recovery: "none" }));
  await expect(factors.require({ user: USER, proof: undefined })).rejects.toThrow("second factor required");
});
