import { createHash, createPublicKey } from "node:crypto";
import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import { requireDone } from "~/services/platform/http/done.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";

const PATH = "/_public_key";
const keySchema = z.object({ public_key: z.string(), role_key: z.string() });

/**
 * The key that tokens are checked with: its PEM text as it is stored (empty: none), and the claim that names the role.
 */
export type PublicKey = { pem: string; claim: string };
/** A key as it is told apart from others: SHA-256 of its SubjectPublicKeyInfo, and its size. */
export type KeyFacts = { fingerprint: string; bits: number | null };

/** The stored key; null for a server without the call. Throws BackendError. */
export async function getPublicKey({ http }: Pick<Scope, "http">): Promise<PublicKey | null> {
  const found = await whereOffered(http.call({ path: PATH, schema: keySchema }));
  return found && { pem: Buffer.from(found.public_key, "base64").toString("utf8"), claim: found.role_key };
}

/** Why a text is no key that a server takes; null for an RSA public key in PEM (RFC 7468). */
export function keyProblem(pem: string): string | null {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    return "This is a private key. Keep it to yourself, and paste the public key that belongs to it.";
  if (!/-----BEGIN [A-Z0-9 ]+-----/.test(pem))
    return "Paste the key with its lines “-----BEGIN PUBLIC KEY-----” and “-----END PUBLIC KEY-----”.";
  try {
    const { asymmetricKeyType } = createPublicKey(pem);
    return asymmetricKeyType === "rsa"
      ? null
      : `This is a key for ${asymmetricKeyType ?? "something else"}. The server checks tokens with RSA keys only.`;
  } catch {
    return "This key cannot be read. Check that no line is missing.";
  }
}

/** What tells a key apart; null where it cannot be read. */
export function keyFacts(pem: string): KeyFacts | null {
  if (keyProblem(pem) !== null) return null;
  const key = createPublicKey(pem);
  const digest = createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("hex");
  return {
    fingerprint: digest.match(/../g)?.join(":") ?? digest,
    bits: key.asymmetricKeyDetails?.modulusLength ?? null,
  };
}

const factsOf = ({ pem, claim }: PublicKey) => ({ fingerprint: keyFacts(pem)?.fingerprint ?? null, claim });

/** Sets the key and the claim. Tokens signed for the key before are refused from then on. */
export function toSetPublicKey({ to, before }: { to: PublicKey; before: PublicKey }): Change<void> {
  return {
    resource: { kind: "public-key", id: "public-key", name: "Public key" },
    verb: "update",
    noun: "public key",
    right: "public-key:write",
    request: {
      method: "PUT",
      path: PATH,
      json: { public_key: Buffer.from(to.pem, "utf8").toString("base64"), role_key: to.claim },
    },
    // By fingerprint: the log masks what is called a key.
    before: factsOf(before),
    after: factsOf(to),
    read: requireDone,
    stored: async (http) => {
      const now = await getPublicKey({ http });
      return now === null ? undefined : factsOf(now);
    },
    // A server takes no key away, so the first one has no way back.
    undo: () => (before.pem === "" ? undefined : { kind: "set-public-key", value: { to: before, set: to } }),
  };
}
