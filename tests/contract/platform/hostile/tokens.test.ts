import { createHmac, createPublicKey, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomFrom } from "../../../engines/generate/random";
import { type Api, makeShoes, openApi } from "../../api";

const ROLE = "shop-reader";
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });
const PEM = publicKey.export({ type: "spki", format: "pem" }).toString();
const NOW = Math.floor(Date.now() / 1000);

type Header = Record<string, unknown>;
const part = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

function rsa(
  head: unknown,
  claims: unknown,
  { key = privateKey, hash = "RSA-SHA256" }: { key?: KeyObject; hash?: string } = {},
): string {
  const signed = `${part(head)}.${part(claims)}`;
  return `${signed}.${createSign(hash).update(signed).sign(key, "base64url")}`;
}

function hmac(alg: string, hash: string, secret: string | Buffer, header: Header = {}): string {
  const signed = `${part({ alg, typ: "JWT", ...header })}.${part({ role: ROLE })}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest("base64url")}`;
}

const good = (claims: unknown = { role: ROLE }, header: Header = {}) =>
  rsa({ alg: "RS256", typ: "JWT", ...header }, claims);

/** The spellings in which the public key, which everybody may know, may be taken for a shared secret. */
const SECRETS: Record<string, string | Buffer> = {
  "the PEM": PEM,
  "the PEM without its last line end": PEM.trimEnd(),
  "the PEM with CRLF": PEM.replaceAll("\n", "\r\n"),
  "the PEM in one line": PEM.replaceAll("\n", ""),
  "the lines between": PEM.replace(/-----.*-----/g, "").trim(),
  "the lines between, in one": PEM.replace(/-----.*-----|\n/g, ""),
  "the PEM in base64, as it is stored": Buffer.from(PEM).toString("base64"),
  DER: publicKey.export({ type: "spki", format: "der" }),
  "PKCS 1": publicKey.export({ type: "pkcs1", format: "pem" }).toString(),
  "PKCS 1 in DER": publicKey.export({ type: "pkcs1", format: "der" }),
  "the modulus": Buffer.from(createPublicKey(PEM).export({ format: "jwk" }).n ?? "", "base64url"),
  nothing: "",
};

const [HEAD = "", CLAIMS = "", SIGNATURE = ""] = good().split(".");
const jwk = foreign.publicKey.export({ format: "jwk" });

/**
 * What must be refused, and with which sentence: any of the library's for what cannot be read, one of three for what
 * can.
 */
const UNREADABLE = /^Unable to parse JWT: /;
const UNSIGNED = /^Unable to parse JWT: crypto\/rsa: verification error$/;
const METHOD =
  /^Unable to parse JWT: (Unexpected signing method: |signing method \(alg\) is (unavailable|unspecified)\.)/;
const NO_ROLE = /^Invalid JWT$/;

const NONE = [
  "none",
  "None",
  "NONE",
  "nOnE",
  "none ",
  " none",
  "none\0",
  "non\u0435",
  "ｎｏｎｅ",
  "",
  "null",
  "n\u006fne",
  "no\u200bne",
];
const SYMMETRIC = [
  ["HS256", "sha256"],
  ["HS384", "sha384"],
  ["HS512", "sha512"],
] as const;

function without(kind: "sig" | "dot" | "rsa", alg: unknown): string {
  const signed = `${part({ alg, typ: "JWT" })}.${part({ role: ROLE })}`;
  return kind === "sig" ? `${signed}.` : kind === "dot" ? signed : `${signed}.${SIGNATURE}`;
}

type Row = [name: string, token: string, refusal: RegExp];

const METHODS: Row[] = [
  ...NONE.flatMap((alg): Row[] => [
    [`alg ${JSON.stringify(alg)} without a signature`, without("sig", alg), METHOD],
    [`alg ${JSON.stringify(alg)} without a third part`, without("dot", alg), UNREADABLE],
    [`alg ${JSON.stringify(alg)} with a signature of another token`, without("rsa", alg), METHOD],
    [`alg ${JSON.stringify(alg)}, signed by the right key`, rsa({ alg }, { role: ROLE }), METHOD],
  ]),
  ...[null, 0, false, [], ["RS256"], {}, { toString: "RS256" }].map((alg): Row => [
    `alg ${JSON.stringify(alg)}`,
    rsa({ alg }, { role: ROLE }),
    METHOD,
  ]),
  ["no alg", rsa({ typ: "JWT" }, { role: ROLE }), METHOD],
  ...[
    "rs256",
    "RS256 ",
    "RS-256",
    "RS1",
    "PS256",
    "ES256",
    "EdDSA",
    "RSA1_5",
    "dir",
    "A128KW",
    "constructor",
    "__proto__",
  ].map((alg): Row => [`alg ${alg}`, rsa({ alg }, { role: ROLE }), METHOD]),
  ["alg RS384 over a signature with SHA-256", rsa({ alg: "RS384" }, { role: ROLE }), UNSIGNED],
  ["alg RS256 over a signature with SHA-512", rsa({ alg: "RS256" }, { role: ROLE }, { hash: "RSA-SHA512" }), UNSIGNED],
  ["alg RS256 over a signature with SHA-1", rsa({ alg: "RS256" }, { role: ROLE }, { hash: "RSA-SHA1" }), UNSIGNED],
  ["alg ES256 by a key of its own", rsa({ alg: "ES256" }, { role: ROLE }, { key: elliptic.privateKey }), METHOD],
  ...SYMMETRIC.flatMap(([alg, hash]) =>
    Object.entries(SECRETS).map(([name, secret]): Row => [`${alg} with ${name}`, hmac(alg, hash, secret), METHOD]),
  ),
  ...Object.entries(SECRETS).map(([name, secret]): Row => [
    `RS256 in name, HMAC with ${name}`,
    hmac("RS256", "sha256", secret),
    UNSIGNED,
  ]),
  ["alg twice, none last", rsa('{"alg":"RS256","alg":"none"}', { role: ROLE }), METHOD],
  ["alg twice, HS256 last", `${part('{"alg":"RS256","alg":"HS256"}')}.${CLAIMS}.${SIGNATURE}`, METHOD],
  ["alg twice, RS256 last, unsigned", `${part('{"alg":"none","alg":"RS256"}')}.${CLAIMS}.`, UNSIGNED],
  ["alg with an escape", `${part('{"alg":"\\u006eone"}')}.${CLAIMS}.`, METHOD],
  ["Alg none beside alg", `${part({ alg: "RS256", Alg: "none", ALG: "none" })}.${CLAIMS}.`, UNSIGNED],
];

/** Headers that name a key, or rules, of the caller's own: none is heeded. */
const KEYS: Row[] = [
  ...[
    { kid: "../../../../dev/null" }, { kid: "' OR 1=1 --" }, { kid: "_public_key" }, { jku: "http://127.0.0.1:1/keys" }, { x5u: "http://127.0.0.1:1/cert" }, { jwk }, { x5c: [part("x")] },
    { x5t: "x" }, { jwk, kid: "a", jku: "file:///etc/passwd" }, { zip: "DEF" }, { cty: "JWT" }, { typ: "JOSE" },
  ].map((header): Row => [`${Object.keys(header).join(", ")} of another key`, rsa({ alg: "RS256", ...header }, { role: ROLE }, { key: foreign.privateKey }), UNSIGNED]),
  ["another key", rsa({ alg: "RS256" }, { role: ROLE }, { key: foreign.privateKey }), UNSIGNED],
  ...[["exp"], ["role"], ["b64", "x"], [], "exp", null, {}, [1], ["__proto__"]].map((crit): Row => [`crit ${JSON.stringify(crit)}, signed`, good({ role: ROLE }, { crit }), UNSIGNED]),
  ["the role of another token", `${HEAD}.${part({ role: "admin" })}.${SIGNATURE}`, UNSIGNED],
  ["the header of another token", `${part({ alg: "RS256", typ: "x" })}.${CLAIMS}.${SIGNATURE}`, UNSIGNED],
]; // prettier-ignore

const FLIPPED = SIGNATURE.slice(0, -1) + String.fromCharCode(SIGNATURE.charCodeAt(SIGNATURE.length - 1) + 1);
const FORMS: Row[] = [
  ...[
    "", ".", "..", "...", HEAD, `${HEAD}.`, `${HEAD}.${CLAIMS}`, `.${CLAIMS}.${SIGNATURE}`, `${HEAD}..${SIGNATURE}`, `${HEAD}.${CLAIMS}.${SIGNATURE}.`, `${HEAD}.${CLAIMS}.${SIGNATURE}.x`, `.${HEAD}.${CLAIMS}.${SIGNATURE}`,
    `${HEAD}.${CLAIMS}.${SIGNATURE}.${SIGNATURE}`, `${HEAD}.${CLAIMS}.${SIGNATURE},${HEAD}.${CLAIMS}.`, `${HEAD}.${CLAIMS}. ${SIGNATURE}`, `${HEAD}. ${CLAIMS}.${SIGNATURE}`, `"${HEAD}.${CLAIMS}.${SIGNATURE}"`, `<${HEAD}.${CLAIMS}.${SIGNATURE}>`,
    `${HEAD} .${CLAIMS}.${SIGNATURE}`, `{"payload":"${CLAIMS}","protected":"${HEAD}","signature":"${SIGNATURE}"}`, `Bearer Bearer ${HEAD}.${CLAIMS}.${SIGNATURE}`, `${HEAD}%2E${CLAIMS}%2E${SIGNATURE}`, `${HEAD}.${CLAIMS}.${SIGNATURE}#`,
  ].map((token): Row => [`the form ${token.slice(0, 12)}… of ${token.length}`, token, UNREADABLE]),
  ...[
    "", SIGNATURE.slice(1), SIGNATURE.slice(0, -1), SIGNATURE.slice(0, -2), `${SIGNATURE}A`, `${SIGNATURE}=`, `${SIGNATURE}==`, `${SIGNATURE}AAAA`, `=${SIGNATURE}`, FLIPPED, SIGNATURE.split("").reverse().join(""), "A".repeat(SIGNATURE.length), "_".repeat(SIGNATURE.length),
    Buffer.from(SIGNATURE, "base64url").toString("hex"), `${Buffer.from(SIGNATURE, "base64url").toString("base64")}`, SIGNATURE.toLowerCase(), `${SIGNATURE.slice(0, 9)}\t${SIGNATURE.slice(9)}`, encodeURIComponent(`${SIGNATURE}=`), `${SIGNATURE}%00`,
    part(Buffer.from(SIGNATURE, "base64url").subarray(0, 128).toString("latin1")),
  ].map((signature): Row => [`a signature ${signature.slice(0, 8)}… of ${signature.length}`, `${HEAD}.${CLAIMS}.${signature}`, UNREADABLE]),
  ...["null", "[]", '"x"', "1", "{", "", "\0", "{}{}", "[[[[[[[[", "\ufeff{}", '{"alg":"RS256"', "{'alg':'RS256'}", '{"alg":"RS256",}'].map((head): Row => [`a header ${JSON.stringify(head)}`, rsa(head, { role: ROLE }), UNREADABLE]),
  ...["[]", '"x"', "1", "{", "", "\0", '{"role":"shop-reader"}{}', "[[[[[[[[", "\ufeff{}", `{"role":"${ROLE}"`, `{'role':'${ROLE}'}`, `{"role":"${ROLE}",}`].map((claims): Row => [`claims ${JSON.stringify(claims)}`, rsa({ alg: "RS256" }, claims), UNREADABLE]),
  ["claims 2,000 deep", good(`{"role":"${ROLE}","a":${"[".repeat(2_000)}${"]".repeat(2_000)}}`).slice(0, 5_000), UNREADABLE],
]; // prettier-ignore

const long = String(NOW - 3600);
const TIMES: Row[] = [
  ...[
    [{ exp: NOW - 3600 }, /expired$/], [{ exp: 0 }, /expired$/], [{ exp: -1 }, /expired$/], [{ exp: -1e300 }, /expired$/], [{ exp: NOW - 3600, nbf: NOW - 7200 }, /expired$/], [{ nbf: NOW + 3600 }, /not valid yet$/], [{ nbf: 1e300 }, /not valid yet$/],
    [{ iat: NOW + 3600 }, /before issued$/], [{ iat: NOW + 3600, exp: NOW + 7200 }, /before issued$/],
  ].map(([claims, refusal]): Row => [JSON.stringify(claims), good({ role: ROLE, ...(claims as object) }), refusal as RegExp]),
  // Digits that a double does not hold, or that are written at length, are a time as others are.
  ...[`{"exp":${long}.0000000000000001}`, `{"exp":${long}.00000000000000000000}`, `{"exp":-99999999999999999999}`, `{"exp":-1e400}`, `{"exp":1e-400}`, `{"exp":0.${"0".repeat(30)}1}`, `{"exp":${long.slice(0, 1)}.${long.slice(1)}e9}`]
    .map((text): Row => [text, good(text.replace("{", `{"role":"${ROLE}",`)), /expired$/]),
  ...[`{"nbf":99999999999999999999}`, `{"nbf":1e400}`].map((text): Row => [text, good(text.replace("{", `{"role":"${ROLE}",`)), /not valid yet$/]),
  ["exp twice, the last one over", good(`{"role":"${ROLE}","exp":${NOW + 3600},"exp":1}`), /expired$/],
]; // prettier-ignore

/** Claims of which none is the role of the one credential. */
const CLAIMED: Row[] = [
  ...[
    {}, { sub: ROLE }, { Role: ROLE }, { ROLE }, { "role ": ROLE }, { roles: [ROLE] }, { "https://x.test/role": ROLE }, { role: null }, { role: [ROLE] }, { role: [ROLE, "admin"] }, { role: { name: ROLE } }, { role: true }, { role: 1 }, { role: 0 }, { role: [] }, { role: {} }, { role: [[ROLE]] },
    { claims: { role: ROLE } }, { prototype: { role: ROLE } }, { constructor: { role: ROLE } },
  ].map((claims): Row => [`claims ${JSON.stringify(claims)}`, good(claims), NO_ROLE]),
  ["claims with a prototype", good(`{"__proto__":{"role":"${ROLE}"}}`), NO_ROLE],
  ["claims null", good("null"), NO_ROLE],
  ["the role twice, a list last", good(`{"role":"${ROLE}","role":["${ROLE}"]}`), NO_ROLE],
  ...[
    "", " ", ROLE.toUpperCase(), "Shop-Reader", ` ${ROLE}`, `${ROLE} `, `${ROLE}\n`, `${ROLE}\0`, `${ROLE}\0x`, "*", "shop*", "shop-reade?", "s*r", ".*", "_all", `${ROLE},admin`, `${ROLE}|admin`, `${ROLE}\u200b`, `\u202e${ROLE}`, "shop-re\u0430der", "ｓｈｏｐ-ｒｅａｄｅｒ", "shop-reade\u0072\u0301",
    "__proto__", "constructor", "toString", "hasOwnProperty", "admin", "foo", "../shop-reader", "shop%2Dreader", "<shop-reader>", "{{role}}", '"', "\\", "x".repeat(3_000), ROLE.repeat(200), "\ud800", "/shop-reader/", "[* TO *]", "role:*",
  ].map((role): Row => [`the role ${JSON.stringify(role.slice(0, 40))} of ${role.length}`, good({ role }), /^No API credentials match with provided (role|username): /]),
  ["the role twice, another one last", good(`{"role":"${ROLE}","role":"admin"}`), /^No API credentials match with provided role: admin/],
]; // prettier-ignore

describe("tokens", () => {
  let api: Api;

  const ask = (token: string, path = "/shop/_doc/1") => api.call("GET", path, undefined, { as: `Bearer ${token}` });

  async function expectRefused([name, token, refusal]: Row) {
    const { status, body, headers, text } = await ask(token);
    expect(status, `${name}: ${text}`).toBe(401);
    const said = body as { error: { message: string } };
    expect(said.error.message, name).toMatch(refusal);
    expect(headers["content-type"]).toContain("application/json");
    expect(headers["www-authenticate"]).toBe('Basic realm="Authentication Required"');
  }

  async function putKey(pem: string, role_key = "role") {
    const { status, text } = await api.call("PUT", "/_public_key", {
      public_key: Buffer.from(pem).toString("base64"),
      role_key,
    });
    expect(status, text).toBe(200);
  }

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shop");
    await makeShoes(api, "other");
    await putKey(PEM);
    const limits = { ip_limit: 1_000_000, docs_limit: 1_000_000, search_limit: 1_000_000 };
    const made = await api.call("POST", `/_role/${ROLE}`, {
      indices: ["shop"],
      categories: ["docs", "search"],
      ops: ["read"],
      limits,
    });
    expect(made.status, made.text).toBe(200);
  }, 60_000);
  afterAll(() => api.close());

  test("the right one has the rights of its role, and no more", async () => {
    for (const token of [
      good(),
      good({ role: ROLE, exp: NOW + 60 }),
      rsa({ alg: "RS384" }, { role: ROLE }, { hash: "RSA-SHA384" }),
      rsa({ alg: "RS512" }, { role: ROLE }, { hash: "RSA-SHA512" }),
      // A header that names another key changes nothing, neither way.
      good({ role: ROLE }, { kid: "x", jku: "http://127.0.0.1:1/", x5u: "http://127.0.0.1:1/", jwk }),
    ]) {
      expect((await ask(token)).status).toBe(200);
      expect((await ask(token, "/other/_doc/1")).status).toBe(401);
      expect((await ask(token, "/_cat/indices")).status).toBe(401);
      expect((await ask(token, "/_users")).status).toBe(401);
      expect((await api.call("PUT", "/shop/_doc/9", { a: 1 }, { as: `Bearer ${token}` })).status).toBe(401);
    }
  });

  test.each([
    ["signing methods", METHODS],
    ["keys that the token names", KEYS],
    ["forms of a token and of its signature", FORMS],
    ["times", TIMES],
    ["claims and roles", CLAIMED],
  ] as const)("%s", async (_name, rows) => {
    for (const row of rows) await expectRefused(row);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "a claim called %s is one of the token's own",
    async (claim) => {
      try {
        await putKey(PEM, claim);
        for (const claims of [`{"sub":"x"}`, `{"${claim}":["${ROLE}"]}`, `{"${claim}":{"role":"${ROLE}"}}`])
          await expectRefused([claims, good(claims), NO_ROLE]);
        // Its own member counts, and a claim `role` where it is missing.
        expect((await ask(good(`{"${claim}":"${ROLE}"}`))).status).toBe(200);
        expect((await ask(good(`{"role":"${ROLE}"}`))).status).toBe(200);
      } finally {
        await putKey(PEM);
      }
    },
  );

  test("one that is larger than headers may be is refused before it is read", async () => {
    for (const size of [20_000, 200_000]) {
      const told = await ask(good({ role: ROLE, a: "x".repeat(size) })).catch(() => ({ status: 431 }));
      expect(told.status).toBe(431);
    }
    expect((await ask(good({ role: ROLE, a: "x".repeat(8_000) }))).status).toBe(200);
  });

  test("no letter of a good one may be another", async () => {
    const random = randomFrom(11);
    const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ";
    const token = good();
    const seen = new Set([token]);
    while (seen.size <= 600) {
      const at = random.below(token.length);
      const letter = random.pick(LETTERS.split(""));
      const change = random.pick([letter, "", letter + token.charAt(at)]);
      seen.add(token.slice(0, at) + change + token.slice(at + 1));
    }
    seen.delete(token);
    // Blanks at the end belong to the header, and are cut off.
    for (const one of [...seen].filter((text) => text.trim() !== token)) await expectRefused([one, one, UNREADABLE]);
  });

  test("a key that was taken away opens nothing any more", async () => {
    const token = good();
    expect((await ask(token)).status).toBe(200);
    await putKey(foreign.publicKey.export({ type: "spki", format: "pem" }).toString());
    await expectRefused(["the key before", token, UNSIGNED]);
    await putKey(PEM);
    expect((await ask(token)).status).toBe(200);
  });

  test.each([
    ["a private key", privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
    ["a private key of PKCS 1", privateKey.export({ type: "pkcs1", format: "pem" }).toString()],
    ["an elliptic key", elliptic.publicKey.export({ type: "spki", format: "pem" }).toString()],
    ["a secret", "secret"],
    ["nothing", ""],
    ["a header alone", "-----BEGIN PUBLIC KEY-----"],
  ])("%s is no public key", async (_name, text) => {
    expect(
      (await api.call("PUT", "/_public_key", { public_key: Buffer.from(text).toString("base64"), role_key: "role" }))
        .status,
    ).toBe(400);
    expect((await ask(good())).status).toBe(200);
  });
});
