import { isIP } from "node:net";
import { resolve } from "node:path";
import { ENGINE_ADDRESSES_ALLOWED, parseEngineAddresses } from "@common/http/engine-addresses";
import * as z from "zod";
import { backends } from "~/lib/access-control/plan";
import { knownTiers } from "~/lib/access-control/tiers";
import {
  isFrameSource,
  isProxyAddress,
  list,
  variable,
  whole,
  url,
  text,
  yesOrNo,
  oneOf,
  publicUrl,
  issuer,
  isSmtpUrl,
  mailSender,
  urlPatterns,
} from "./config-values.server";

// The one place where the environment is read. `docs/run/configuration.md` and `.env.example` list the same names; a
// unit test holds the three together.

const clientAuths = ["basic", "post"] as const;

const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const schema = z.object({
  HOST: variable({
    fallback: "127.0.0.1",
    allowed: "a host name or an IP address to listen on",
    parse: (value) => (isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) ? value : undefined),
  }),
  PORT: whole({ fallback: 3000, from: 0, to: 65_535 }),
  DATA_DIR: variable({
    fallback: "./data",
    allowed: "a folder",
    parse: (value) => (value.includes("\0") ? undefined : resolve(value)),
  }),
  BACKEND_PORT: whole({ fallback: 9280, from: 0, to: 65_535 }),
  ADMIN_USERNAME: variable({
    fallback: "admin",
    allowed: "a name without a colon",
    parse: (value) => (value.includes(":") ? undefined : value),
  }),
  ADMIN_PASSWORD: variable({
    fallback: "",
    // bcrypt reads 72 bytes; a longer password would be cut without a word.
    allowed: "at most 72 bytes",
    parse: (value) => (value === "" ? null : Buffer.byteLength(value) <= 72 ? value : undefined),
  }),
  SEARCH_URL: url(),
  SEARCH_PUBLIC_URL: url(),
  ALLOWED_CLUSTER_URLS: urlPatterns,
  READ_ONLY_SERVERS: urlPatterns,
  PROTECTED_SERVERS: urlPatterns,
  // Read by the back end; looked at here too, so that a bad value ends the start before anything is built.
  ENGINE_URL: variable({
    fallback: "",
    allowed: ENGINE_ADDRESSES_ALLOWED,
    parse: (value): string[] | null | undefined => (value === "" ? null : parseEngineAddresses(value)?.nodes),
  }),
  // The four are the back end's to check, together and with the file that ENGINE_CA names.
  ENGINE_CA: text(""),
  ENGINE_USERNAME: text(""),
  ENGINE_PASSWORD: text(""),
  ENGINE_API_KEY: text(""),
  SESSION_SECRET: variable({
    fallback: "",
    allowed: "a comma list of secrets",
    parse: (value) => (value === "" || list(value).length > 0 ? list(value) : undefined),
  }),
  SESSION_DAYS: whole({ fallback: 14, from: 1, to: 365 }),
  SESSION_IDLE_HOURS: whole({ fallback: 72, from: 1, to: 8_760 }),
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: text(""),
  OIDC_CLIENT_SECRET: text(""),
  OIDC_CLIENT_AUTH: variable({
    fallback: "basic",
    allowed: clientAuths.join(", "),
    parse: (value) => clientAuths.find((known) => known === value),
  }),
  OIDC_SCOPES: variable({
    fallback: "openid email profile",
    allowed: "scopes with spaces between them, openid among them",
    parse: (value) =>
      /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(value) && value.split(" ").includes("openid")
        ? value
        : undefined,
  }),
  OIDC_CLAIM: text("email"),
  OIDC_PERSON: text("email"),
  OIDC_USERS: variable({
    fallback: "",
    allowed: "a file",
    parse: (value) => (value.includes("\0") ? undefined : value && resolve(value)),
  }),
  OIDC_REFRESH_MINUTES: whole({ fallback: 5, from: 0, to: 60 }),
  OIDC_LABEL: text("Sign in with OpenID Connect"),
  SITE_NAME: text("Searchdeck"),
  SUPPORT_CONTACT: text(""),
  DOCS_URL: url(),
  PUBLIC_URL: publicUrl,
  SMTP_URL: variable({
    fallback: "",
    allowed: "an smtp or smtps URL, smtp://name:password@mail.example.com:587",
    parse: (value): string | null | undefined => (value === "" ? null : isSmtpUrl(value) ? value : undefined),
  }),
  MAIL_FROM: variable({
    fallback: "",
    allowed: "one e-mail address, or a name with it: Searchdeck <search@example.com>",
    parse: mailSender,
  }),
  TRUST_PROXY: variable({
    fallback: "false",
    allowed: "true, false, a number of proxies, or a comma list of addresses",
    parse: (value): boolean | number | string[] | undefined => {
      if (value === "true" || value === "false") return value === "true";
      if (/^\d{1,2}$/.test(value)) return Number(value);
      return list(value).every(isProxyAddress) ? list(value) : undefined;
    },
  }),
  FRAME_ANCESTORS: variable({
    fallback: "none",
    allowed: "none, self, or a comma list of origins",
    parse: (value) => {
      if (value === "none" || value === "'none'") return [];
      return list(value).every(isFrameSource)
        ? list(value).map((part) => (part === "self" ? "'self'" : part))
        : undefined;
    },
  }),
  LOG_LEVEL: variable({
    fallback: "info",
    allowed: levels.join(", "),
    parse: (value) => levels.find((level) => level === value),
  }),
  BACKEND_TIMEOUT_MS: whole({ fallback: 30_000, from: 100, to: 600_000 }),
  METRICS_PUBLIC: yesOrNo,
  DEMO_TIER: oneOf(["free", ...knownTiers]),
  DEMO_BACKEND: oneOf(backends),
  // The embedded engine's; looked at here so that a bad value ends the start before anything is built.
  DISK_RESERVE_PERCENT: whole({ fallback: 5, from: 0, to: 50 }),
  DISK_RESERVE_MB: whole({ fallback: 1024, from: 0, to: 1_000_000 }),
});

/** The names of all variables that the console and the launcher understand. */
export const variableNames = Object.keys(schema.shape);

/** The same with what stands for one that is not set, and what is allowed, in words. */
export const variables = Object.entries(schema.shape).map(([name, one]) => {
  const { fallback, allowed } = one.meta() ?? {};
  return { name, fallback: String(fallback), allowed: String(allowed) };
});

const secretNames = [
  "ADMIN_PASSWORD",
  "OIDC_CLIENT_SECRET",
  "SESSION_SECRET",
  "ENGINE_URL",
  "ENGINE_PASSWORD",
  "ENGINE_API_KEY",
  "SECOND_FACTOR_SECRET",
  "SMTP_URL",
];

/** A variable with a bad value. The message is one line: name, value (never of a secret), what is allowed. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Given = z.infer<typeof schema>;

/** Sign-in by OpenID Connect, where it is set up. Throws ConfigError where half of it is. */
function oidcOf(given: Given, env: Record<string, string | undefined>) {
  const named = Object.keys(schema.shape).find((name) => name.startsWith("OIDC_") && (env[name] ?? "").trim() !== "");
  if (named === undefined) return null;
  const { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_USERS: usersFile } = given;
  const missing = [
    url === null ? "OIDC_ISSUER" : "",
    clientId === "" ? "OIDC_CLIENT_ID" : "",
    usersFile === "" ? "OIDC_USERS" : "",
  ].filter((name) => name !== "");
  if (url === null || missing.length > 0) {
    throw new ConfigError(
      `${missing.join(", ")}: missing beside ${named}; sign-in by OpenID Connect needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_USERS.`,
    );
  }
  return {
    issuer: url,
    clientId,
    /** None for a client that keeps no secret; PKCE is used with and without. */
    clientSecret: given.OIDC_CLIENT_SECRET === "" ? null : given.OIDC_CLIENT_SECRET,
    clientAuth: given.OIDC_CLIENT_AUTH,
    scopes: given.OIDC_SCOPES,
    /** The claim whose values are looked for in the file. */
    claim: given.OIDC_CLAIM,
    /** The claim that a person is shown by. */
    person: given.OIDC_PERSON,
    usersFile,
    /** So often the provider is asked again about who is signed in; ms, 0 for never. */
    refreshMs: given.OIDC_REFRESH_MINUTES * 60_000,
    label: given.OIDC_LABEL,
  };
}

/** The server that takes mail, where there is one. Throws ConfigError where half of it is set up. */
function mailOf({ SMTP_URL: url, MAIL_FROM: from }: Given) {
  if (url === null && from === null) return null;
  if (url === null) throw new ConfigError("SMTP_URL: missing beside MAIL_FROM; mail needs both.");
  if (from === null) throw new ConfigError("MAIL_FROM: missing beside SMTP_URL; mail needs both.");
  return { url, from };
}

export type MailConfig = NonNullable<ReturnType<typeof mailOf>>;
export type OidcConfig = NonNullable<ReturnType<typeof oidcOf>>;

export type Config = ReturnType<typeof parseConfig>;

/**
 * Reads the configuration out of an environment; an empty value counts as not given.
 * Takes `process.env` or a record like it, returns the parsed values. Throws ConfigError for the first bad one.
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? "?");
    const shown = secretNames.includes(name) ? "the value given" : JSON.stringify(env[name]);
    throw new ConfigError(`${name}: ${shown} is not allowed; allowed is ${issue?.message ?? "something else"}.`);
  }
  const given = parsed.data;
  return {
    host: given.HOST,
    port: given.PORT,
    dataDir: given.DATA_DIR,
    backendPort: given.BACKEND_PORT,
    adminUsername: given.ADMIN_USERNAME,
    adminPassword: given.ADMIN_PASSWORD,
    /**
     * The server that the sign-in form proposes: SEARCH_URL, else the bundled back end. No slash at the end.
     */
    searchUrl: given.SEARCH_URL ?? `http://127.0.0.1:${given.BACKEND_PORT}`,
    /** Where browsers and applications reach that server; null: at the same address. No slash at the end. */
    searchPublicUrl: given.SEARCH_PUBLIC_URL,
    /** True when the bundled back end is used. */
    embedded: given.SEARCH_URL === null,
    allowedClusterUrls: given.ALLOWED_CLUSTER_URLS,
    /** Servers that this console sends no changes to. */
    readOnlyServers: given.READ_ONLY_SERVERS,
    /** Servers that take changes only while a writing window is open. */
    protectedServers: given.PROTECTED_SERVERS,
    /** Nodes of the cluster that the back end works on, without sign-in; null: the embedded engine. */
    engineNodes: given.ENGINE_URL,
    /** The first one seals, all of them open. Empty: one is generated and kept in the data folder. */
    sessionSecrets: given.SESSION_SECRET,
    /** How long a sign-in lasts at most, and how long without a page in between; ms. */
    sessionMs: given.SESSION_DAYS * 24 * 3600_000,
    sessionIdleMs: given.SESSION_IDLE_HOURS * 3600_000,
    /** Sign-in by OpenID Connect; null where it is not set up. */
    oidc: oidcOf(given, env),
    /** Where people reach this console; null where nobody said so, and a request's Host header is not believed. */
    publicUrl: given.PUBLIC_URL,
    /** Where weekly reports are sent by, and from whom; null: they are not. The URL may hold a password. */
    mail: mailOf(given),
    siteName: given.SITE_NAME,
    supportContact: given.SUPPORT_CONTACT === "" ? null : given.SUPPORT_CONTACT,
    docsUrl: given.DOCS_URL,
    trustProxy: given.TRUST_PROXY,
    /** Sources for the `frame-ancestors` directive; empty means 'none'. */
    frameAncestors: given.FRAME_ANCESTORS,
    logLevel: given.LOG_LEVEL,
    backendTimeoutMs: given.BACKEND_TIMEOUT_MS,
    metricsPublic: given.METRICS_PUBLIC,
    /**
     * What the console shows in place of what the server tells, marked on each page; nothing that the server grants.
     * `free`: no tier.
     */
    demoTier: given.DEMO_TIER,
    demoBackend: given.DEMO_BACKEND,
  };
}

let current: Config | undefined;

/** The configuration of this process, parsed at the first call. */
export function getConfig(): Config {
  current ??= parseConfig(process.env);
  return current;
}
