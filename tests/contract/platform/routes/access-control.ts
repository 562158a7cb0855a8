import { generateKeyPairSync } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import * as z from "zod";
import { type Api, basic } from "../../api";
import type { Contract } from "./types";
import { fresh } from "./support";

const { publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

const IdSchema = z.object({ username: z.string() });
async function credentialPath(api: Api): Promise<string> {
  const { body } = await api.call("POST", "/_permission", { indices: ["shoes"] });
  return `/_permission/${IdSchema.parse(body).username}`;
}

async function rolePath(api: Api): Promise<string> {
  const role = fresh("role");
  await api.call("POST", "/_permission", { role, indices: ["shoes"] });
  return `/_role/${role}`;
}

async function userPath(api: Api): Promise<string> {
  const username = fresh("user");
  await api.call("POST", "/_user", {
    username,
    password: "quiet-owl",
    email: "u@example.org",
    allowed_actions: ["develop"],
  });
  return `/_user/${username}`;
}

async function leaver(api: Api): Promise<string> {
  const username = fresh("leaver");
  await api.call("POST", "/_user", {
    username,
    password: "quiet-owl",
    email: "l@example.org",
    allowed_actions: ["user-management"],
  });
  return basic(username, "quiet-owl");
}

const FACTOR = "/_user/_second_factor";
let enrolling = { as: "", secret: "" };
async function confirmPath(api: Api): Promise<string> {
  const as = await leaver(api);
  const { secret } = z
    .object({ secret: z.string() })
    .parse((await api.call("POST", `${FACTOR}/_begin`, {}, { as })).body);
  enrolling = { as, secret };
  return `${FACTOR}/_confirm`;
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Users, second factors, credentials, roles and the key of tokens. */
export const ACCESS_CONTROL_CONTRACTS: readonly Contract[] = [
  { methods: "GET", route: "/_user", path: "/_user", has: { is_admin: true } },
  {
    methods: "GET",
    route: "/_users",
    path: "/_users",
    has: expect.arrayContaining([expect.objectContaining({ is_admin: true })]),
  },
  {
    methods: "POST",
    route: "/_user",
    path: "/_user",
    body: { username: fresh("maker"), password: "quiet-owl", email: "m@example.org", allowed_actions: ["develop"] },
    status: 201,
    has: { is_admin: false },
  },
  {
    methods: "PATCH PUT",
    route: "/_user",
    path: "/_user",
    body: { email: "admin@example.org" },
    has: { message: "User is updated successfully" },
  },
  { methods: "DELETE", route: "/_user", path: "/_user", as: leaver, has: { code: 200 } },
  { methods: "GET", route: "/_user/:name", path: userPath, has: { email: "u@example.org" } },
  {
    methods: "PATCH PUT",
    route: "/_user/:name",
    path: userPath,
    body: { email: "v@example.org" },
    has: { message: "User is updated successfully" },
  },
  { methods: "DELETE", route: "/_user/:name", path: userPath, has: { code: 200 } },

  {
    methods: "GET",
    route: `${FACTOR}/_state`,
    path: `${FACTOR}/_state`,
    has: { active: false, recovery_codes_left: 0 },
  },
  {
    methods: "POST",
    route: `${FACTOR}/_begin`,
    path: `${FACTOR}/_begin`,
    as: leaver,
    body: {},
    has: { uri: expect.stringMatching(/^otpauth:/) },
  },
  {
    methods: "POST",
    route: `${FACTOR}/_confirm`,
    path: confirmPath,
    as: () => Promise.resolve(enrolling.as),
    body: () => ({ code: codeOf(enrolling.secret) }),
    has: { proof: expect.any(String) },
  },
  {
    methods: "POST",
    route: `${FACTOR}/_verify`,
    path: `${FACTOR}/_verify`,
    as: leaver,
    body: { code: "123456" },
    status: 400,
  },
  {
    methods: "POST",
    route: `${FACTOR}/_recovery_codes`,
    path: `${FACTOR}/_recovery_codes`,
    as: leaver,
    body: { code: "123456" },
    status: 400,
  },
  {
    methods: "POST",
    route: `${FACTOR}/_end`,
    path: `${FACTOR}/_end`,
    as: leaver,
    body: { code: "123456" },
    status: 400,
  },
  {
    methods: "DELETE",
    route: "/_user/:name/_second_factor",
    path: async (api) => `${await userPath(api)}/_second_factor`,
    status: 400,
  },

  { methods: "GET", route: "/_permissions", path: "/_permissions" },
  { methods: "GET", route: "/user/_permissions", path: "/user/_permissions" },
  { methods: "GET", route: "/:index/_permissions", path: "/shoes/_permissions" },
  {
    methods: "POST",
    route: "/_permission",
    path: "/_permission",
    body: { indices: ["shoes"], description: "shop" },
    has: { description: "shop", indices: ["shoes"] },
  },
  { methods: "GET", route: "/_permission/:name", path: credentialPath, has: { indices: ["shoes"], expired: false } },
  {
    methods: "PATCH PUT",
    route: "/_permission/:name",
    path: credentialPath,
    body: { description: "new" },
    has: { message: "permission is updated successfully" },
  },
  { methods: "DELETE", route: "/_permission/:name", path: credentialPath, has: { code: 200 } },
  {
    methods: "POST",
    route: "/_permission/:name/_try",
    path: async (api) => `${await credentialPath(api)}/_try`,
    body: { method: "GET", path: "/shoes/_search" },
    has: { allowed: true, category: "search" },
  },
  {
    methods: "POST",
    route: "/_permission/:name/_rotate",
    path: async (api) => `${await credentialPath(api)}/_rotate`,
    body: {},
    has: { indices: ["shoes"] },
  },
  { methods: "GET", route: "/_role/:name", path: rolePath, has: { indices: ["shoes"] } },
  {
    methods: "POST",
    route: "/_role/:name",
    path: async () => `/_role/${fresh("role")}`,
    body: { indices: ["shoes"] },
    has: { indices: ["shoes"] },
  },
  {
    methods: "PATCH PUT DELETE",
    route: "/_role/:name",
    path: rolePath,
    body: {},
    status: 308,
    check: ({ headers }) => expect(headers["location"]).toMatch(/^\/_permission\//),
  },
  { methods: "GET", route: "/_public_key", path: "/_public_key", has: { role_key: expect.any(String) } },
  {
    methods: "PUT",
    route: "/_public_key",
    path: "/_public_key",
    body: { public_key: Buffer.from(publicKey).toString("base64") },
    has: { message: "Public key saved successfully." },
  },
];
