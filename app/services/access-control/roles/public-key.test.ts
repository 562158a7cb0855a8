import { createHash, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { keyFacts, keyProblem } from "./public-key.server";

// One key in every spelling that a key comes in, and every other kind of key.

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const der = publicKey.export({ type: "spki", format: "der" });
const spki = publicKey.export({ type: "spki", format: "pem" }).toString();
const pkcs1 = publicKey.export({ type: "pkcs1", format: "pem" }).toString();
const fingerprint = createHash("sha256").update(der).digest("hex").match(/../g)?.join(":");
const oneLine = (pem: string) => {
  const [first = "", ...lines] = pem.trim().split("\n");
  const last = lines.pop() ?? "";
  return `${first}\n${lines.join("")}\n${last}`;
};
const spellings = (pem: string) => [
  pem,
  pem.trim(),
  `${pem}\n\n`,
  `\n  \n${pem}`,
  pem.replaceAll("\n", "\r\n"),
  oneLine(pem),
  `A note before it\n${pem}`,
];

describe("a public key", () => {
  it.each([...spellings(spki), ...spellings(pkcs1)])("is the same key in each of its spellings (%#)", (pem) => {
    expect([keyProblem(pem), keyFacts(pem)]).toEqual([null, { fingerprint, bits: 2048 }]);
  });

  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ed = generateKeyPairSync("ed25519");
  const pss = generateKeyPairSync("rsa-pss", { modulusLength: 2048 });
  const pem = (key: typeof publicKey) => key.export({ type: "spki", format: "pem" }).toString();
  const secret = (type: "pkcs1" | "pkcs8") => privateKey.export({ type, format: "pem" }).toString();
  const sealed = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }).toString();
  it.each([
    [pem(ec.publicKey), /key for ec/],
    [pem(ed.publicKey), /key for ed25519/],
    [pem(pss.publicKey), /key for rsa-pss/],
    [secret("pkcs1"), /private key/],
    [secret("pkcs8"), /private key/],
    [sealed, /private key/],
    [`${spki}${secret("pkcs8")}`, /private key/],
    [der.toString("base64"), /with its lines/],
    [spki.replaceAll("-----", "----"), /with its lines/],
    ["", /with its lines/],
    [spki.slice(0, 120), /cannot be read/],
    [spki.replace("PUBLIC KEY", "CERTIFICATE"), /cannot be read/],
    ["-----BEGIN PUBLIC KEY-----\n\n-----END PUBLIC KEY-----", /cannot be read/],
  ])("is refused with what is wrong, and has no fingerprint (%#)", (text, said) => {
    expect(keyProblem(text)).toMatch(said);
    expect(keyFacts(text)).toBeNull();
  });
});
