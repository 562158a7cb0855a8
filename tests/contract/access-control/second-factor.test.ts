import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, basic, makeShoes, openApi } from "../api";

// The second factor of users, over HTTP: what is refused without it, what a code opens and for how long, who may take
// it away.

const BegunSchema = z.object({ secret: z.string(), uri: z.string() });
const ConfirmedSchema = z.object({ recovery_codes: z.array(z.string()), proof: z.string(), until: z.number() });
const ProofSchema = z.object({ proof: z.string(), until: z.number(), recovery_codes_left: z.number() });

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());

/** The code of a time step, counted from now: three are good at a time. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
const OWN = "/_user/_second_factor";
const ALL = { allowed_actions: ["develop", "user-management"], indices: ["*"] };

let lastNumber = 0;
async function makeUser(fields: Record<string, unknown> = {}) {
  lastNumber += 1;
  const username = `factor-${Date.now()}-${lastNumber}`;
  const made = await api.call("POST", "/_user", {
    username,
    password: "quiet-owl",
    email: "f@example.org",
    ...ALL,
    ...fields,
  });
  expect(made.status).toBe(201);
  return { username, as: basic(username, "quiet-owl") };
}

type With = { as: string; proof?: string };
const call = (method: string, path: string, body: unknown, { as, proof }: With) =>
  api.call(method, path, body, { as, headers: proof === undefined ? {} : { "X-Second-Factor": proof } });

async function begin(who: With, body: object = {}) {
  const { status, body: answer } = await call("POST", `${OWN}/_begin`, body, who);
  expect(status).toBe(200);
  return BegunSchema.parse(answer);
}

/** A user with a second factor. The code before now's is used up by it, so two are left at once. */
async function makeFactor(fields: Record<string, unknown> = {}) {
  const user = await makeUser(fields);
  const { secret, uri } = await begin(user);
  const confirmed = await call("POST", `${OWN}/_confirm`, { code: codeOf(secret, -1) }, user);
  return { ...user, secret, uri, ...ConfirmedSchema.parse(confirmed.body) };
}

const verify = (who: With, code: string, more: object = {}) => call("POST", `${OWN}/_verify`, { code, ...more }, who);

test("a user without one goes on as ever, also while one is being set up", async () => {
  const user = await makeUser();
  const { secret, uri } = await begin(user);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(
    `otpauth://totp/Searchdeck:${user.username}?issuer=Searchdeck&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await call("GET", "/_user", undefined, user)).body).not.toHaveProperty("second_factor");
  expect((await call("GET", `${OWN}/_state`, undefined, user)).body).toEqual({
    active: false,
    since: "",
    recovery_codes_left: 0,
  });
  expect((await call("POST", `${OWN}/_confirm`, { code: "000000" }, user)).status).toBe(401);
  expect((await call("POST", "/shoes/_search", {}, user)).status).toBe(200);
  expect((await verify(user, codeOf(secret))).status).toBe(400);
});

describe("a user with one", () => {
  const CALLS = [
    ["GET", "/_user"], ["GET", "/_users"], ["POST", "/shoes/_search"], ["GET", "/"], ["POST", "/shoes/_reactivesearch"], ["PUT", "/shoes/_doc/9"], ["GET", "/_cat/indices"],
    ["POST", "/shoes/_bulk"], ["GET", `${OWN}/_state`], ["POST", `${OWN}/_begin`], ["POST", `${OWN}/_confirm`], ["POST", `${OWN}/_recovery_codes`], ["POST", `${OWN}/_end`], ["PATCH", "/_user"], ["DELETE", "/_user"],
  ] as const; // prettier-ignore

  test("is refused without a proof, and told why only after the right password", async () => {
    const user = await makeFactor();
    for (const [method, path] of CALLS) {
      const { status, body, headers } = await call(method, path, method === "GET" ? undefined : {}, { as: user.as });
      expect({ path, status, body }).toEqual({
        path,
        status: 401,
        body: { error: { code: 401, status: "Unauthorized", message: "second factor required" } },
      });
      expect(headers["x-second-factor"]).toBe("required");
    }
    for (const path of ["/_user", `${OWN}/_verify`]) {
      const wrong = await call(
        path === "/_user" ? "GET" : "POST",
        path,
        path === "/_user" ? undefined : { code: "123456" },
        {
          as: basic(user.username, "wrong"),
        },
      );
      expect(wrong.body).toMatchObject({ error: { code: 401, message: "invalid password" } });
      expect(wrong.headers["x-second-factor"]).toBeUndefined();
    }
    for (const proof of [
      "",
      "x",
      `${user.proof}x`,
      user.proof.slice(0, -2),
      user.proof.replace(/^./, "z"),
      "zzzzzzzzzz.",
      "null",
    ])
      expect((await call("GET", "/_user", undefined, { ...user, proof })).status).toBe(401);
  });

  test("goes on with a proof, which is of nobody else, and is told of in the lists", async () => {
    const [user, other] = [await makeFactor(), await makeFactor()];
    expect((await call("POST", "/shoes/_search", {}, { as: user.as })).status).toBe(401);
    const given = await verify(user, codeOf(user.secret));
    const { proof, until, recovery_codes_left } = ProofSchema.parse(given.body);
    expect(recovery_codes_left).toBe(10);
    expect(until).toBeGreaterThan(Date.now() + 11 * 3_600_000);
    expect((await call("POST", "/shoes/_search", {}, { as: user.as, proof })).status).toBe(200);
    expect((await call("POST", "/shoes/_search", {}, { as: other.as, proof })).status).toBe(401);
    expect((await call("GET", "/_user", undefined, { as: user.as, proof })).body).toMatchObject({
      username: user.username,
      second_factor: true,
    });
    const users = (await api.call("GET", "/_users")).body as { username: string; second_factor?: boolean }[];
    expect(users.filter((one) => one.second_factor).map((one) => one.username)).toEqual(
      expect.arrayContaining([user.username, other.username]),
    );
    expect(users.find((one) => one.username === "foo")).not.toHaveProperty("second_factor");
  });

  test("a code counts once, also when it is sent twice at the same time", async () => {
    const user = await makeFactor();
    expect((await verify(user, codeOf(user.secret, -1))).status).toBe(401);
    const both = await Promise.all([verify(user, codeOf(user.secret)), verify(user, codeOf(user.secret))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await verify(user, codeOf(user.secret, 1))).status).toBe(200);
    expect((await verify(user, codeOf(user.secret))).status).toBe(401);
    expect((await verify(user, codeOf(user.secret, 3))).status).toBe(401);
  });

  test("a recovery code does in the place of a code, once", async () => {
    const user = await makeFactor();
    expect(user.recovery_codes).toHaveLength(10);
    const [first = "", second = ""] = user.recovery_codes;
    expect(first).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect((await verify(user, first.toUpperCase().replaceAll("-", " "))).body).toMatchObject({
      recovery_codes_left: 9,
    });
    expect((await verify(user, first)).status).toBe(401);
    const renewed = await call("POST", `${OWN}/_recovery_codes`, { code: second }, user);
    const fresh = z.object({ recovery_codes: z.array(z.string()).length(10) }).parse(renewed.body).recovery_codes;
    expect((await verify(user, user.recovery_codes[2] ?? "")).status).toBe(401);
    expect((await verify(user, fresh[0] ?? "")).status).toBe(200);
  });

  test("wrong codes are limited by user and address; a recovery code still does, and so does another user", async () => {
    const user = await makeFactor();
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await verify(user, "000000"));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    const last = answers.at(-1);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(800);
    expect(last?.body).toMatchObject({ code: 429, message: expect.stringMatching(/^too many wrong codes/) });
    expect((await verify(user, codeOf(user.secret))).status).toBe(429);
    expect(
      (
        await api.call(
          "POST",
          `${OWN}/_verify`,
          { code: "000000" },
          { as: user.as, headers: { "X-Forwarded-For": "203.0.113.7" } },
        )
      ).status,
    ).toBe(429);
    expect((await verify(user, user.recovery_codes[0] ?? "")).status).toBe(200);
    const other = await makeFactor();
    expect((await verify(other, codeOf(other.secret))).status).toBe(200);
  });

  test("a proof ends in time, with the password, with the factor, and with a new one", async () => {
    const user = await makeFactor();
    const at = (proof: string, as = user.as) => call("GET", "/_user", undefined, { as, proof });
    expect((await at(user.proof)).status).toBe(200);
    // Replacing it needs a code of the present one, not a session alone.
    expect((await call("POST", `${OWN}/_begin`, {}, user)).status).toBe(400);
    const next = await begin(user, { code: user.recovery_codes[0] });
    expect((await at(user.proof)).status).toBe(200);
    const confirmed = ConfirmedSchema.parse(
      (await call("POST", `${OWN}/_confirm`, { code: codeOf(next.secret, -1) }, user)).body,
    );
    expect((await at(user.proof)).status).toBe(401);
    expect((await at(confirmed.proof)).status).toBe(200);
    expect((await verify(user, user.recovery_codes[1] ?? "")).status).toBe(401);
    await api.call("PATCH", `/_user/${user.username}`, { password: "louder-owl" });
    const as = basic(user.username, "louder-owl");
    expect((await at(confirmed.proof, as)).status).toBe(401);
    const { proof } = ProofSchema.parse((await verify({ as }, codeOf(next.secret))).body);
    expect((await at(proof, as)).status).toBe(200);
    expect((await call("POST", `${OWN}/_end`, { code: "000000" }, { as, proof })).status).toBe(401);
    expect((await call("POST", `${OWN}/_end`, { code: codeOf(next.secret, 1) }, { as, proof })).status).toBe(200);
    expect((await at("")).status).toBe(401);
    expect((await call("GET", "/_user", undefined, { as })).body).not.toHaveProperty("second_factor");
  });
});

describe("taking it away", () => {
  const reset = (username: string, who?: With) =>
    who
      ? call("DELETE", `/_user/${username}/_second_factor`, undefined, who)
      : api.call("DELETE", `/_user/${username}/_second_factor`);

  test("an admin does, and the password alone is enough again", async () => {
    const user = await makeFactor();
    expect((await reset(user.username)).body).toEqual({
      code: 200,
      status: "OK",
      message: `second factor of user with "username"="${user.username}" is reset`,
    });
    expect((await call("GET", "/_user", undefined, user)).status).toBe(200);
    expect((await reset(user.username)).status).toBe(400);
    expect((await reset("nobody-at-all")).status).toBe(404);
  });

  test("nobody does who may not change the password, a credential neither, and oneself only with a code", async () => {
    const user = await makeFactor();
    expect((await reset(user.username, { as: user.as, proof: user.proof })).status).toBe(400);
    const less = await makeUser({ allowed_actions: ["user-management"] });
    expect((await reset(user.username, less)).body).toMatchObject({
      error: { code: 401, message: expect.stringMatching(/rights of somebody who has more/) },
    });
    const none = await makeUser({ allowed_actions: ["develop"] });
    expect((await reset(user.username, none)).status).toBe(401);
    const admin = await makeFactor({ is_admin: true });
    expect((await reset(admin.username, await makeUser())).status).toBe(401);
    const credential = await api.credential({ categories: ["user"], indices: ["*"] });
    expect((await reset(user.username, { as: credential })).status).toBe(401);
    expect((await call("GET", `${OWN}/_state`, undefined, { as: credential })).status).toBe(401);
    const equal = await makeUser();
    expect((await reset(user.username, equal)).status).toBe(200);
  });

  test("a user of the same name who comes later has none", async () => {
    const user = await makeFactor();
    await api.call("DELETE", `/_user/${user.username}`);
    await api.call("POST", "/_user", { username: user.username, password: "quiet-owl", ...ALL });
    expect((await call("GET", "/_user", undefined, user)).status).toBe(200);
  });

  test("an admin who views as somebody with one needs none of his, and sets none up for him", async () => {
    const user = await makeFactor();
    const headers = { "X-View-As": user.username };
    expect((await api.call("GET", "/_user", undefined, { headers })).body).toMatchObject({
      username: user.username,
      second_factor: true,
    });
    expect((await api.call("POST", `${OWN}/_begin`, {}, { headers })).status).toBe(401);
  });
});

test("neither codes nor proofs nor secrets are in the request log, and the records are sealed", async () => {
  const user = await makeFactor();
  await call("GET", `/_users?as=${user.username}`, undefined, { as: user.as, proof: user.proof });
  await expect
    .poll(async () => (await api.call("GET", `/_logs?user=${user.username}&size=50`)).text)
    .toContain("/_users");
  const { text } = await api.call("GET", "/_logs?size=1000");
  for (const secret of [user.proof, user.secret, user.recovery_codes[0] ?? ""]) expect(text).not.toContain(secret);
  const stored = (await api.call("GET", "/.second_factors/_search?size=1000&expand_wildcards=all")).text;
  expect(stored).toContain(user.username);
  for (const secret of [user.secret, user.recovery_codes[0] ?? ""]) expect(stored).not.toContain(secret);
  expect((await call("GET", "/.second_factors/_search", undefined, { as: user.as, proof: user.proof })).status).toBe(
    401,
  );
});
