import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { ENGINE_ADDRESSES_ALLOWED, parseEngineAddresses } from "@common/http/engine-addresses";
import type { RemoteCredentials, RemoteEngineOptions } from "./engine/remote/options";

/** A bad value in the environment; the message is the one line for the operator. */
export class ConfigError extends Error {}

type Env = Readonly<Record<string, string | undefined>>;

// An empty variable is one that is not set, as compose files and shells produce it.
function given(env: Env, name: string): string | undefined {
  return env[name] === "" ? undefined : env[name];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

// The text is checked here: TLS takes a file without a certificate for an empty list and says so only at the first
// call.
function readCertificates(path: string): string {
  const refuse = (why: string) =>
    new ConfigError(
      `ENGINE_CA=${JSON.stringify(path)} is not allowed: ${why}; it must be the path of a PEM file with the certificates that are trusted.`,
    );
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw refuse(
      `the file cannot be read (${error instanceof Error && "code" in error ? String(error.code) : "unknown"})`,
    );
  }
  const blocks = text.match(CERTIFICATE);
  if (!blocks) throw refuse("the file holds no certificate");
  for (const block of blocks) {
    try {
      new X509Certificate(block);
    } catch {
      throw refuse("a certificate in the file cannot be read");
    }
  }
  return text;
}

// Elasticsearch hands out `id:key` and its base64; either may be given.
function encodedKey(key: string): string {
  const encoded = key.includes(":") ? Buffer.from(key).toString("base64") : key;
  if (!/^[\w+/=-]+$/.test(encoded))
    throw new ConfigError(
      "ENGINE_API_KEY=(not shown) is not allowed: it must be an API key, as id:key or in its encoded form.",
    );
  return encoded;
}

function readCredentials(
  env: Env,
  inUrl: { username: string; password: string } | null,
): RemoteCredentials | undefined {
  const [username, password, key] = [
    given(env, "ENGINE_USERNAME"),
    given(env, "ENGINE_PASSWORD"),
    given(env, "ENGINE_API_KEY"),
  ];
  const named = username !== undefined || password !== undefined;
  if (named && inUrl)
    throw new ConfigError(
      "ENGINE_USERNAME and ENGINE_PASSWORD are set, and ENGINE_URL holds a name too: give one of them.",
    );
  if (key !== undefined && (named || inUrl))
    throw new ConfigError(
      "ENGINE_API_KEY and a user name are both set: give the key, or ENGINE_USERNAME and ENGINE_PASSWORD.",
    );
  if (key !== undefined) return { kind: "api-key", key: encodedKey(key) };
  if (inUrl) return { kind: "basic", ...inUrl };
  if (!named) return undefined;
  if (username === undefined || password === undefined) {
    throw new ConfigError(
      `${username === undefined ? "ENGINE_USERNAME" : "ENGINE_PASSWORD"} is missing: ENGINE_USERNAME and ENGINE_PASSWORD go together.`,
    );
  }
  if (username.includes(":"))
    throw new ConfigError(
      `ENGINE_USERNAME=${JSON.stringify(username)} is not allowed: it must be a name without a colon.`,
    );
  return { kind: "basic", username, password };
}

/**
 * Reads the cluster that the back end works on from ENGINE_URL, ENGINE_CA, ENGINE_USERNAME, ENGINE_PASSWORD and
 * ENGINE_API_KEY, the certificate file included. Gives null without ENGINE_URL. Throws a `ConfigError` of one line that
 * names variable, value (never a secret) and what is allowed.
 */
export function readEngineOptions(env: Env): RemoteEngineOptions | null {
  const url = given(env, "ENGINE_URL");
  if (url === undefined) return null;
  const addresses = parseEngineAddresses(url);
  if (!addresses) {
    // An address with a sign-in in it is not repeated.
    const shown = url.includes("@") ? "(not shown)" : JSON.stringify(url);
    throw new ConfigError(`ENGINE_URL=${shown} is not allowed: it must be ${ENGINE_ADDRESSES_ALLOWED}.`);
  }
  const ca = given(env, "ENGINE_CA");
  if (ca !== undefined && !addresses.nodes.every((node) => node.startsWith("https:")))
    throw new ConfigError(`ENGINE_CA=${JSON.stringify(ca)} is not allowed: ENGINE_URL must be https for it.`);
  return {
    nodes: addresses.nodes,
    credentials: readCredentials(env, addresses.signIn),
    ca: ca === undefined ? undefined : readCertificates(ca),
  };
}
