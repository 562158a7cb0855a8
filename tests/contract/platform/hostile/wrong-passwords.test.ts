import { pino } from "pino";
import { afterEach, beforeAll, afterAll, expect, test } from "vitest";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { addressBehind } from "@backend/gateway/platform/access/sources";
import { type Backend, startBackend } from "@backend/start";
import { openEmptyEngine } from "../../../replay/target";
import { basic } from "../../api";

const ADMIN = basic("admin", "secret");
const HERE = "203.0.113.7";
const ELSEWHERE = "198.51.100.9";

let opened: OpenedEngine;
const backends: Backend[] = [];

// Each test has a gateway of its own, for each counts for itself.
async function start(perName = 8, perAddress = 60): Promise<Backend> {
  const backend = await startBackend({
    engine: opened.engine,
    port: 0,
    adminUsername: "admin",
    adminPassword: "secret",
    settings: { wrongPasswords: { perName, perAddress } },
    log: pino({ level: "silent" }),
  });
  backends.push(backend);
  return backend;
}

async function ask(backend: Backend, as: string, from: string | null = HERE, path = "/_user") {
  const answer = await fetch(`${backend.url}${path}`, {
    headers: { Authorization: as, ...(from === null ? {} : { "X-Forwarded-For": from }) },
  });
  return { status: answer.status, text: await answer.text(), wait: answer.headers.get("retry-after") };
}

async function fail(
  backend: Backend,
  times: number,
  { name = "admin", from = HERE }: { name?: string; from?: string | null } = {},
): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at++) statuses.push((await ask(backend, basic(name, `wrong ${at}`), from)).status);
  return statuses;
}

beforeAll(async () => {
  opened = await openEmptyEngine();
});
afterEach(async () => {
  await Promise.all(backends.splice(0).map((backend) => backend.close()));
});
afterAll(() => opened.close());

test("after eight wrong passwords of one name from one address: 429 with the time to wait, whatever the password", async () => {
  const backend = await start();
  expect(await fail(backend, 10)).toEqual([...Array.from({ length: 8 }, () => 401), 429, 429]);
  const { status, text, wait } = await ask(backend, ADMIN);
  expect(status).toBe(429);
  expect(Number(wait)).toBeGreaterThan(800);
  expect(Number(wait)).toBeLessThanOrEqual(900);
  expect(JSON.parse(text)).toEqual({
    code: 429,
    status: "Too Many Requests",
    message: `Too many wrong passwords. Try again in ${wait ?? ""} seconds`,
  });
});

test("the account stays usable from elsewhere, and the address for other names", async () => {
  const backend = await start();
  await fail(backend, 9);
  expect((await ask(backend, ADMIN, ELSEWHERE)).status).toBe(200);
  expect((await ask(backend, basic("nobody", "x"))).status).toBe(401);
});

test("who signed in before goes on, and only with that password from that address", async () => {
  const backend = await start();
  expect((await ask(backend, ADMIN)).status).toBe(200);
  await fail(backend, 9);
  expect((await ask(backend, ADMIN)).status).toBe(200);
  expect((await ask(backend, basic("admin", "wrong again"))).status).toBe(429);
});

test("who guesses from elsewhere is not told by it that somebody uses the right one", async () => {
  const backend = await start();
  expect((await ask(backend, ADMIN, ELSEWHERE)).status).toBe(200);
  await fail(backend, 9);
  expect((await ask(backend, ADMIN)).status).toBe(429);
});

test("sixty wrong passwords of one address, under any names", async () => {
  const backend = await start(8, 60);
  const statuses: number[] = [];
  for (let at = 0; at < 64; at++) statuses.push((await ask(backend, basic(`name ${at}`, "x"))).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect(statuses.slice(60)).toEqual([429, 429, 429, 429]);
  expect((await ask(backend, ADMIN, ELSEWHERE)).status).toBe(200);
});

test("many at once do not slip past the count", async () => {
  const backend = await start();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => ask(backend, basic("admin", `at once ${at}`))),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(8);
  expect(answers.filter(({ status, wait }) => status === 429 && Number(wait) > 0)).toHaveLength(52);
});

test("what succeeds costs nothing, many at once neither", async () => {
  const backend = await start(3, 5);
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(backend, ADMIN)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (let at = 0; at < 20; at++) expect((await ask(backend, ADMIN)).status).toBe(200);
  expect(await fail(backend, 4)).toEqual([401, 401, 401, 429]);
});

test("spellings of one name are names of their own, and share the count of their address", async () => {
  const backend = await start(2, 6);
  for (const name of ["admin", "Admin", "ADMIN"]) expect(await fail(backend, 2, { name })).toEqual([401, 401]);
  expect(await fail(backend, 1, { name: "\u0430dmin" })).toEqual([429]);
});

test("addresses of one network of IPv6 are one", async () => {
  const backend = await start(2, 60);
  expect(await fail(backend, 1, { from: "2001:db8:1:2::1" })).toEqual([401]);
  expect(await fail(backend, 1, { from: "2001:db8:1:2:ffff::9" })).toEqual([401]);
  expect(await fail(backend, 1, { from: "2001:db8:1:2:abcd::" })).toEqual([429]);
  expect(await fail(backend, 1, { from: "2001:db8:1:3::1" })).toEqual([401]);
  // One of IPv4 stays it.
  expect(await fail(backend, 2, { from: "::ffff:203.0.113.50" })).toEqual([401, 401]);
  expect(await fail(backend, 1, { from: "203.0.113.50" })).toEqual([429]);
});

test("a forged beginning of X-Forwarded-For is no new address", async () => {
  const backend = await start();
  const statuses: number[] = [];
  for (let at = 0; at < 10; at++)
    statuses.push((await ask(backend, basic("admin", `wrong ${at}`), `10.9.8.${at}, 8.8.8.${at}, ${HERE}`)).status);
  expect(statuses.slice(8)).toEqual([429, 429]);
});

test("a console on the same machine counts itself", async () => {
  const backend = await start(2, 3);
  expect(new Set(await fail(backend, 9, { from: null }))).toEqual(new Set([401]));
  expect((await ask(backend, ADMIN, null)).status).toBe(200);
});

test("tokens and calls without a sign-in are not counted, and 0 counts nothing", async () => {
  const backend = await start(2, 3);
  for (let at = 0; at < 6; at++) expect((await ask(backend, `Bearer a.b.${at}`)).status).toBe(401);
  expect((await ask(backend, ADMIN)).status).toBe(200);
  const open = await start(0, 0);
  expect(new Set(await fail(open, 70))).toEqual(new Set([401]));
});

test("open routes and other servers' limits stay as they are", async () => {
  const backend = await start(1, 1);
  await fail(backend, 2);
  expect((await ask(backend, basic("admin", "wrong"), HERE, "/arc/_health")).status).toBe(200);
});

const TRUSTED = ["127.0.0.0/8", "::1/128", "10.0.0.0/24"];

test.each([
  // Who is no proxy may write what he likes.
  [undefined, "198.51.100.1", "198.51.100.1"], ["203.0.113.1", "198.51.100.1", "198.51.100.1"], ["127.0.0.1", "198.51.100.1", "198.51.100.1"], ["10.0.0.1", "2001:db8::1", "2001:db8::1"],
  // The last address that is no proxy.
  ["203.0.113.1", "127.0.0.1", "203.0.113.1"], ["203.0.113.1, 10.0.0.5", "127.0.0.1", "203.0.113.1"], ["8.8.8.8, 203.0.113.1", "10.0.0.7", "203.0.113.1"], ["203.0.113.1", "::1", "203.0.113.1"], ["203.0.113.1", "::ffff:127.0.0.1", "203.0.113.1"], ["2001:db8::1", "127.0.0.1", "2001:db8::1"],
  ["[2001:db8::1]:443", "127.0.0.1", "2001:db8::1"], ["::ffff:203.0.113.1", "127.0.0.1", "203.0.113.1"], ["192.168.1.4", "127.0.0.1", "192.168.1.4"], ["10.0.1.1", "127.0.0.1", "10.0.1.1"],
  // Nobody else: whoever calls counts.
  [undefined, "127.0.0.1", null], [undefined, "::1", null], ["", "127.0.0.1", null], ["10.0.0.9, 127.0.0.1", "10.0.0.7", null],
  // What is no address counts under the proxy that passed it on.
  ["unknown", "127.0.0.1", "127.0.0.1"], ["203.0.113.1, x", "10.0.0.7", "10.0.0.7"], ["203.0.113.1,", "127.0.0.1", "127.0.0.1"], ["010.0.0.1", "127.0.0.1", "127.0.0.1"], ["203.0.113.1:80", "127.0.0.1", "127.0.0.1"], ["fe80::1%eth0", "127.0.0.1", "127.0.0.1"], ["0x7f.1", "127.0.0.1", "127.0.0.1"], ["<script>", "127.0.0.1", "127.0.0.1"], ["203.0.113.1 10.0.0.1", "127.0.0.1", "127.0.0.1"],
  ["x".repeat(10_000), "127.0.0.1", "127.0.0.1"], [",,,,", "127.0.0.1", "127.0.0.1"], ["for=203.0.113.1", "127.0.0.1", "127.0.0.1"], ["999.1.1.1", "127.0.0.1", "127.0.0.1"], ["203.0.113.1/8", "127.0.0.1", "127.0.0.1"],
])("X-Forwarded-For %j through %s is %s", (told, socketAddress, expected) => {
  const headers = told === undefined ? {} : { "x-forwarded-for": told };
  const others = { forwarded: "for=8.8.8.8", "x-real-ip": "8.8.8.8", "x-client-ip": "8.8.8.8", "cf-connecting-ip": "8.8.8.8", "true-client-ip": "8.8.8.8" };
  expect(addressBehind({ headers: { ...others, ...headers }, socketAddress, trusted: TRUSTED })).toBe(expected);
}); // prettier-ignore
