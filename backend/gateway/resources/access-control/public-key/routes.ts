import { createPublicKey } from "node:crypto";
import { requireMayTrustTokens } from "@backend/gateway/platform/grants/grants";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json, message } from "@backend/gateway/platform/http/reply";
import type { Route } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { type PublicKey, PublicKeyBodySchema } from "@backend/gateway/platform/auth/public-key";

const ACCESS = { kind: "server", category: "auth" } as const;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Checks that a text is base64 of an RSA public key in PEM. Throws 400 with the real server's sentences. */
export function requireRsaPublicKey(encoded: string): void {
  const compact = encoded.replace(/[\r\n]/g, "");
  if (!BASE64.test(compact)) throw badRequest("base64 input is corrupt, check Key");
  const pem = Buffer.from(compact, "base64").toString("utf8");
  if (!/-----BEGIN [A-Z0-9 ]+-----/.test(pem))
    throw badRequest("Invalid Key: Key must be PEM encoded PKCS1 or PKCS8 private key");
  let type: string | undefined;
  try {
    type = /PRIVATE KEY/.test(pem) ? undefined : createPublicKey(pem).asymmetricKeyType;
  } catch {
    throw badRequest("Key is not a valid RSA public key");
  }
  if (type !== "rsa") throw badRequest("Key is not a valid RSA public key");
}

/** `/_public_key`: the key that tokens are checked with, and the claim that names the role. */
export function publicKeyRoutes({ publicKeys }: Pick<Services, "publicKeys">): Route[] {
  return [
    {
      methods: ["GET"],
      path: "/_public_key",
      access: ACCESS,
      log: false,
      handle: async () => json((await publicKeys.get()) ?? ({ public_key: "", role_key: "" } satisfies PublicKey)),
    },
    {
      methods: ["PUT"],
      path: "/_public_key",
      access: ACCESS,
      log: "bare",
      handle: async ({ caller, text }) => {
        const body = parseOwnBody({
          text: await text(),
          schema: PublicKeyBodySchema,
          refusal: "Can't parse request body",
        });
        if (!body.public_key) throw badRequest("public key is missing in the request body");
        requireRsaPublicKey(body.public_key);
        const key: PublicKey = { public_key: body.public_key, role_key: body.role_key || "role" };
        const existing = await publicKeys.get();
        if (key.public_key !== existing?.public_key || key.role_key !== existing.role_key)
          requireMayTrustTokens(caller);
        await publicKeys.put(key);
        return message("Public key saved successfully.");
      },
    },
  ];
}
