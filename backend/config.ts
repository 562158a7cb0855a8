import * as z from "zod";
import { readKeptConnection } from "./connection/kept-connection";
import { ConfigError, readEngineOptions } from "./engine-config";
import { ENDPOINT_RULES_ALLOWED, EndpointRulesSchema } from "./gateway/resources/data/reactivesearch/endpoint-access";
import { parseNetwork } from "./gateway/platform/access/sources";
import type { RemoteEngineOptions } from "./engine/remote/options";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

function port(fallback: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value <= 65_535)
    .default(fallback);
}

function whole({ fallback, most }: { fallback: number; most: number }) {
  return z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value <= most)
    .default(fallback);
}

function atLeast(least: number, bounds: { fallback: number; most: number }) {
  return whole(bounds).refine((value) => value >= least);
}

// An address is a network of one.
const networks = z
  .string()
  .default("127.0.0.0/8,::1")
  .transform((text) => text.split(",").map((part) => part.trim()))
  .transform((parts) => parts.map((part) => (part.includes("/") ? part : `${part}/${part.includes(":") ? 128 : 32}`)))
  .refine((parts) => parts.every((part) => parseNetwork(part) !== null));

/** Each variable with what it may be, in words, for the one line that names a bad value. */
const VARIABLES = {
  BACKEND_PORT: { schema: port(9280), allowed: "a port from 0 to 65535" },
  HOST: { schema: z.string().min(1).default("127.0.0.1"), allowed: "an address to listen on" },
  DATA_DIR: { schema: z.string().min(1).default("./data"), allowed: "a folder" },
  ADMIN_USERNAME: {
    schema: z
      .string()
      .regex(/^[^:]{1,200}$/)
      .default("admin"),
    allowed: "a name of 1 to 200 characters without a colon",
  },
  ADMIN_PASSWORD: { schema: z.string().min(1).max(72).optional(), allowed: "1 to 72 characters" },
  ENDPOINT_ALLOWED_URLS: { schema: EndpointRulesSchema, allowed: ENDPOINT_RULES_ALLOWED },
  SCRIPT_ALLOWED_URLS: { schema: EndpointRulesSchema, allowed: ENDPOINT_RULES_ALLOWED },
  PIPELINES_OPEN: { schema: z.enum(["0", "1"]).default("0"), allowed: "0 or 1" },
  DISK_RESERVE_PERCENT: { schema: whole({ fallback: 5, most: 50 }), allowed: "a whole number from 0 to 50" },
  DISK_RESERVE_MB: { schema: whole({ fallback: 1024, most: 1_000_000 }), allowed: "a whole number from 0 to 1000000" },
  LOG_KEEP_DAYS: { schema: atLeast(1, { fallback: 30, most: 3650 }), allowed: "a whole number from 1 to 3650" },
  LOG_KEEP_RECORDS: {
    schema: atLeast(1_000, { fallback: 1_000_000, most: 9_999_999 }),
    allowed: "a whole number from 1000 to 9999999",
  },
  LOG_KEEP_MB: {
    schema: atLeast(10, { fallback: 10_240, most: 9_999_999 }),
    allowed: "a whole number from 10 to 9999999",
  },
  GEOIP_DB: { schema: z.string().min(1).max(4096).optional(), allowed: "the path of a file" },
  ANALYTICS_KEEP_DAYS: { schema: atLeast(1, { fallback: 180, most: 3650 }), allowed: "a whole number from 1 to 3650" },
  ANALYTICS_KEEP_RECORDS: {
    schema: atLeast(1_000, { fallback: 9_999_999, most: 9_999_999 }),
    allowed: "a whole number from 1000 to 9999999",
  },
  ANALYTICS_KEEP_MB: {
    schema: atLeast(10, { fallback: 10_240, most: 9_999_999 }),
    allowed: "a whole number from 10 to 9999999",
  },
  ANALYTICS_SUMS_KEEP_DAYS: {
    schema: atLeast(1, { fallback: 1_100, most: 3650 }),
    allowed: "a whole number from 1 to 3650",
  },
  SECOND_FACTOR_SECRET: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .refine((secrets) => secrets.every((secret) => secret.length >= 32))
      .default([]),
    allowed: "one or more secrets of at least 32 characters, separated by commas",
  },
  RESET_SECOND_FACTOR: { schema: z.string().min(1).max(512).optional(), allowed: "the name of a user" },
  WRONG_PASSWORDS_PER_NAME: {
    schema: whole({ fallback: 8, most: 100_000 }),
    allowed: "a whole number from 0 to 100000",
  },
  WRONG_PASSWORDS_PER_ADDRESS: {
    schema: whole({ fallback: 60, most: 1_000_000 }),
    allowed: "a whole number from 0 to 1000000",
  },
  TRUSTED_PROXIES: { schema: networks, allowed: "a comma list of addresses and networks" },
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS).default("info"), allowed: `one of ${LOG_LEVELS.join(", ")}` },
} as const;

/** The names of these variables; those of the cluster stand in engine-config.ts. */
export const backendVariableNames: readonly string[] = Object.keys(VARIABLES);

/** The same with what stands for one that is not set, and what is allowed, in words. */
export const backendVariables = Object.entries(VARIABLES).map(([name, { schema, allowed }]) => {
  const { data } = schema.safeParse(undefined);
  return { name, fallback: data === undefined ? "" : String(data), allowed };
});

type Variables = typeof VARIABLES;
/** The back end's settings; `engine` is the cluster it works on, null for the embedded engine. */
export type BackendConfig = { [Name in keyof Variables]: z.infer<Variables[Name]["schema"]> } & {
  engine: RemoteEngineOptions | null;
  /** Whether ENGINE_URL says so; else it is the bundled one, or what a call has connected. */
  isEngineSet: boolean;
};

const SECRET = /PASSWORD|_SECRET$/;

function read<Value>(
  env: Readonly<Record<string, string | undefined>>,
  name: keyof Variables,
  schema: z.ZodType<Value>,
): Value {
  // An empty variable is one that is not set, as compose files and shells produce it.
  const raw = env[name] === "" ? undefined : env[name];
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const shown = SECRET.test(name) ? "(not shown)" : JSON.stringify(raw);
  throw new ConfigError(`${name}=${shown} is not allowed: it must be ${VARIABLES[name].allowed}.`);
}

/** Reads the settings from the environment. Throws a `ConfigError` that names variable, value and what is allowed. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): BackendConfig {
  const set = readEngineOptions(env);
  const folder = read(env, "DATA_DIR", VARIABLES.DATA_DIR.schema);
  return {
    BACKEND_PORT: read(env, "BACKEND_PORT", VARIABLES.BACKEND_PORT.schema),
    HOST: read(env, "HOST", VARIABLES.HOST.schema),
    DATA_DIR: folder,
    ADMIN_USERNAME: read(env, "ADMIN_USERNAME", VARIABLES.ADMIN_USERNAME.schema),
    ADMIN_PASSWORD: read(env, "ADMIN_PASSWORD", VARIABLES.ADMIN_PASSWORD.schema),
    ENDPOINT_ALLOWED_URLS: read(env, "ENDPOINT_ALLOWED_URLS", VARIABLES.ENDPOINT_ALLOWED_URLS.schema),
    SCRIPT_ALLOWED_URLS: read(env, "SCRIPT_ALLOWED_URLS", VARIABLES.SCRIPT_ALLOWED_URLS.schema),
    PIPELINES_OPEN: read(env, "PIPELINES_OPEN", VARIABLES.PIPELINES_OPEN.schema),
    DISK_RESERVE_PERCENT: read(env, "DISK_RESERVE_PERCENT", VARIABLES.DISK_RESERVE_PERCENT.schema),
    DISK_RESERVE_MB: read(env, "DISK_RESERVE_MB", VARIABLES.DISK_RESERVE_MB.schema),
    LOG_KEEP_DAYS: read(env, "LOG_KEEP_DAYS", VARIABLES.LOG_KEEP_DAYS.schema),
    LOG_KEEP_RECORDS: read(env, "LOG_KEEP_RECORDS", VARIABLES.LOG_KEEP_RECORDS.schema),
    LOG_KEEP_MB: read(env, "LOG_KEEP_MB", VARIABLES.LOG_KEEP_MB.schema),
    GEOIP_DB: read(env, "GEOIP_DB", VARIABLES.GEOIP_DB.schema),
    ANALYTICS_KEEP_DAYS: read(env, "ANALYTICS_KEEP_DAYS", VARIABLES.ANALYTICS_KEEP_DAYS.schema),
    ANALYTICS_KEEP_RECORDS: read(env, "ANALYTICS_KEEP_RECORDS", VARIABLES.ANALYTICS_KEEP_RECORDS.schema),
    ANALYTICS_KEEP_MB: read(env, "ANALYTICS_KEEP_MB", VARIABLES.ANALYTICS_KEEP_MB.schema),
    ANALYTICS_SUMS_KEEP_DAYS: read(env, "ANALYTICS_SUMS_KEEP_DAYS", VARIABLES.ANALYTICS_SUMS_KEEP_DAYS.schema),
    SECOND_FACTOR_SECRET: read(env, "SECOND_FACTOR_SECRET", VARIABLES.SECOND_FACTOR_SECRET.schema),
    RESET_SECOND_FACTOR: read(env, "RESET_SECOND_FACTOR", VARIABLES.RESET_SECOND_FACTOR.schema),
    WRONG_PASSWORDS_PER_NAME: read(env, "WRONG_PASSWORDS_PER_NAME", VARIABLES.WRONG_PASSWORDS_PER_NAME.schema),
    WRONG_PASSWORDS_PER_ADDRESS: read(env, "WRONG_PASSWORDS_PER_ADDRESS", VARIABLES.WRONG_PASSWORDS_PER_ADDRESS.schema),
    TRUSTED_PROXIES: read(env, "TRUSTED_PROXIES", VARIABLES.TRUSTED_PROXIES.schema),
    engine: set ?? readKeptConnection(folder, env),
    isEngineSet: set !== null,
    LOG_LEVEL: read(env, "LOG_LEVEL", VARIABLES.LOG_LEVEL.schema),
  };
}
