import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { parseBasic } from "./basic";
import { roleOfToken } from "./tokens";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });

function stored(key: KeyObject, role_key = "role") {
  return { public_key: Buffer.from(key.export({ type: "spki", format: "pem" })).toString("base64"), role_key };
}

function signed(claims: Record<string, unknown>, key: KeyObject = privateKey, alg = "RS256"): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, typ: "JWT" }).sign(key);
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

test("the configured claim wins, `role` stands in where it is missing", async () => {
  const key = stored(publicKey, "team");
  expect(await roleOfToken({ authorization: `Bearer ${await signed({ team: "shop", role: "x" })}`, key })).toBe("shop");
  expect(await roleOfToken({ authorization: `Bearer ${await signed({ role: "x" })}`, key })).toBe("x");
});

test.each([
  ["Token is expired", { role: "x", exp: 1_600_000_000 }],
  ["Token is not valid yet", { role: "x", nbf: 4_102_444_800 }],
  ["Invalid JWT", { sub: "x" }],
  ["Invalid JWT", { role: ["x"] }],
])("%s: %j", async (message, claims) => {
  await expect(
    roleOfToken({ authorization: `Bearer ${await signed(claims)}`, key: stored(publicKey) }),
  ).rejects.toThrow(message);
});

test("a token of another key, without a key, and with a shared secret is refused", async () => {
  const authorization = `Bearer ${await signed({ role: "x" }, other.privateKey)}`;
  await expect(roleOfToken({ authorization, key: stored(publicKey) })).rejects.toThrow(
    "Unable to parse JWT: crypto/rsa: verification error",
  );
  await expect(roleOfToken({ authorization, key: null })).rejects.toThrow("No Public Key Registered");
  const secret = await new SignJWT({ role: "x" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(Buffer.from(stored(publicKey).public_key));
  await expect(roleOfToken({ authorization: `Bearer ${secret}`, key: stored(publicKey) })).rejects.toThrow(
    "Unexpected signing method: HS256",
  );
});

test("what is no token is told so", async () => {
  await expect(roleOfToken({ authorization: "Digest abc", key: null })).rejects.toThrow(
    "token contains an invalid number of segments",
  );
  await expect(roleOfToken({ authorization: "Bearer a.b.c", key: null })).rejects.toThrow("Unable to parse JWT");
});

test.each([
  ["abc.def.ghi", "invalid character 'i' looking for beginning of value"],
  ["a.b.c", "illegal base64 data at input byte 1"],
  ["ab+d.e30.c", "illegal base64 data at input byte 2"],
  [".e30.c", "unexpected end of JSON input"],
  [`${encoded({ alg: "RS256" })}..c`, "EOF"],
  [`${encoded({ alg: "RS256" })}.ey.c`, "unexpected EOF"],
  [`${encoded([])}.e30.c`, "json: cannot unmarshal array into Go value of type map[string]interface {}"],
  [
    `${encoded({ alg: "RS256" })}.${encoded(["x"])}.c`,
    "json: cannot unmarshal array into Go value of type jwt.MapClaims",
  ],
  [`${encoded({})}.e30.c`, "signing method (alg) is unspecified."],
  [`${encoded({ alg: "XX" })}.e30.c`, "signing method (alg) is unavailable."],
  [`${encoded({ alg: "none" })}.e30.`, "Unexpected signing method: none"],
  [`${encoded({ alg: "PS256" })}.e30.c`, "Unexpected signing method: PS256"],
])("%s: %s", async (token, reason) => {
  await expect(roleOfToken({ authorization: `Bearer ${token}`, key: stored(publicKey) })).rejects.toThrow(
    `Unable to parse JWT: ${reason}`,
  );
});

test("of several times that do not fit the last one is told; one that is no number is none", async () => {
  const key = stored(publicKey);
  const at = async (claims: Record<string, unknown>) =>
    roleOfToken({ authorization: `Bearer ${await signed({ role: "x", ...claims })}`, key });
  await expect(at({ exp: 1_600_000_000, iat: 4_102_444_800 })).rejects.toThrow("Token used before issued");
  await expect(at({ exp: 1_600_000_000, nbf: 4_102_444_800 })).rejects.toThrow("Token is not valid yet");
  expect(await at({ exp: "yesterday", nbf: null })).toBe("x");
});

test.each([
  ["Basic Zm9vOmJhcg==", { username: "foo", password: "bar" }],
  ["basic Zm9vOmI6Yw==", { username: "foo", password: "b:c" }],
  ["Basic Zm9vOmJhcg", null],
  ["Basic  Zm9vOmJhcg==", null],
  ["Basic Zm9v", null],
  // Other spellings of the same bytes.
  ["Basic Zm9vOmJhch==", null],
  ["Basic Zm9vOmJhcg==Zm9v", null],
  ["Basic Zm9v\tOmJhcg==", null],
  ["Basic Zm_vOmJhcg==", null],
  ["Basic", null],
])("%s is read as %j", (authorization, expected) => {
  expect(parseBasic(authorization)).toEqual(expected);
});
