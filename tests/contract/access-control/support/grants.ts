import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import * as z from "zod";
import { type Api, basic, makeShoes, openApi } from "../../api";

export const PASSWORD = "a-quiet-owl";

export const RecordSchema = z.looseObject({
  username: z.string(),
  password: z.string(),
  description: z.string().optional(),
  indices: z.array(z.string()),
});

export const DAY = 86_400_000_000_000;

export const KEY = Buffer.from(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }),
).toString("base64");

// Who gives: users by name, and a credential that may manage credentials.
const GIVERS = {
  manager: { allowed_actions: ["user-management"] },
  keeper: { allowed_actions: ["user-management", "develop"], indices: ["book*"] },
  gate: { allowed_actions: ["access-control", "develop"], indices: ["books", "films*"] },
  guard: { allowed_actions: ["access-control"], indices: ["books"] },
  office: {
    allowed_actions: ["access-control", "user-management", "develop"],
    indices: ["books"],
    sources: ["127.0.0.0/8"],
  },
  lister: { allowed_actions: ["user-management", "develop"], acls: ["search", "get"], indices: ["books"] },
};

export const WEAK = { categories: ["docs", "search"], ops: ["read"], indices: ["books"] };

export const CLERK = {
  categories: ["permission", "search", "docs", "reactivesearch", "auth", "user"],
  ops: ["read", "write", "delete"],
  indices: ["books"],
  referers: ["*"],
  limits: { search_limit: 5000, permission_limit: 5000, auth_limit: 5000, user_limit: 5000 },
  ttl: 30 * DAY,
  exclude_fields: ["secret"],
  reactivesearchConfig: { maxSize: 50, disableQueryDSL: true },
};
// prettier-ignore
// Nothing that the clerk has not, so that each case goes beyond by one part.
const ASSISTANT = {
  ...CLERK,
  categories: ["search", "docs"],
  ops: ["read"],
  exclude_fields: ["secret", "other"],
  limits: { search_limit: 3, docs_limit: 3 },
  ttl: 10 * DAY,
};

export let api: Api;

export const names: Record<string, string> = {};

export const signs: Record<string, string> = {};

async function make(name: string, fields: unknown): Promise<void> {
  const made = RecordSchema.parse((await api.call("POST", "/_permission", fields)).body);
  names[name] = made.username;
  signs[name] = basic(made.username, made.password);
}

export type Call = [as: string, method: string, path: string, body?: unknown];

export function filled(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
}

export async function ask([as, method, path, body]: Call) {
  return api.call(method, filled(path), body, { as: signs[as] ?? null });
}

export const user = (fields: object) => ({
  username: "new-user",
  password: PASSWORD,
  allowed_actions: ["user-management"],
  ...fields,
});

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function openGrants(): void {
  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "books");
    for (const [username, fields] of Object.entries(GIVERS)) {
      await api.call("POST", "/_user", { username, password: PASSWORD, ...fields });
      signs[username] = basic(username, PASSWORD);
    }
    const ALL = [
      "develop",
      "analytics",
      "search-relevancy",
      "pipelines",
      "uibuilder",
      "access-control",
      "user-management",
      "speed",
      "curated-insights",
      "billing",
      "downtime-alerts",
    ];
    for (const [username, fields] of Object.entries({
      chief: { is_admin: true },
      all: { allowed_actions: ALL, indices: ["*"] },
      far: { allowed_actions: ["develop"], indices: ["films"] },
      plain: { allowed_actions: ["develop"], indices: ["book-1"] },
      idle: { allowed_actions: ["user-management"] },
    })) {
      await api.call("POST", "/_user", { username, password: PASSWORD, ...fields });
      signs[username] = basic(username, PASSWORD);
    }
    await make("strong", { description: "strong", role: "boss" });
    await make("weak", { ...WEAK, description: "weak" });
    await make("clerk", CLERK);
    await make("assistant", ASSISTANT);
    await make("other", { ...WEAK, indices: ["films"], role: "films" });
  }, 60_000);
  afterAll(() => api.close());
}
