import { createHash } from "node:crypto";
import * as z from "zod";
import { type Action, actionsOf } from "~/lib/access-control/actions";
import { type Backend, backends, type Plan, planOf } from "~/lib/access-control/plan";
import { type Product, productOf } from "~/lib/access-control/product";
import type { BackendClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";

export type Identity = {
  username: string;
  isAdmin: boolean;
  actions: Action[];
  /**
   * Names and patterns (`logs-*`) that the user is held to; null for one who may see all indices and the cluster's own
   * calls.
   */
  heldTo: string[] | null;
  /**
   * What the server lets the user call, by its names; null where it does not say. Actions of the console do not tell
   * all of it.
   */
  categories: string[] | null;
  /** Who can give this user a permission, by name, where he may know it and lacks one. */
  managers: string[];
  plan: Plan;
  product: Product;
  backend: Backend;
  /** The server waits for somebody to say which search engine it works on. */
  engineUnset: boolean;
  /** What answers behind the gateway; null for a user who may not ask. */
  engine: { version: string; clusterName: string } | null;
};

// Only what the console uses: the record also carries the hash of the password, which stays here.
const userSchema = z.object({
  username: z.string(),
  is_admin: z.boolean().nullish(),
  allowed_actions: z.array(z.string()).nullish(),
  indices: z.array(z.string()).nullish().catch(null),
  categories: z.array(z.string()).nullish().catch(null),
});

const text = z.string().nullish().catch(null);
const planFields = z.object({
  product: text,
  tier: text,
  time_validity: z.number().nullish().catch(null),
  billing: z.boolean().nullish().catch(null),
  billing_type: text,
  image_type: text,
  version: text,
  customer_id: text,
  number_of_machines: z.number().nullish().catch(null),
  backend: text,
  takes_engine: z.boolean().nullish().catch(null),
  bundled_engine: z.boolean().nullish().catch(null),
});
const flagsSchema = z
  .record(z.string(), z.unknown())
  .transform((record) => Object.keys(record).filter((name) => name.startsWith("feature_") && record[name] === true));
const planSchema = z.intersection(
  planFields,
  flagsSchema.transform((features) => ({ features })),
);

const rootSchema = z.object({
  cluster_name: z.string().catch(""),
  version: z.object({ number: z.string().catch(""), distribution: z.string().nullish().catch(null) }),
});

/** The images that are started before anybody says what they work on (contract 10, 1.1 and 1.3). */
const serverless = new Set(["sls", "multi-tenant-sls"]);

/**
 * The plan of the server, or null where there is no such route. Throws BackendError, kind `payment` for 402 and for the
 * 400 of a bad instance.
 */
export async function fetchPlan(http: BackendClient) {
  // The open build has no billing. A user record was had before, so it is a search server all the same.
  return whereOffered(http.call({ path: "/arc/plan", schema: planSchema }));
}

async function fetchRoot(http: BackendClient) {
  try {
    return await http.call({ path: "/", schema: rootSchema });
  } catch (error) {
    if (isBackendError(error)) return null;
    throw error;
  }
}

const managersSchema = z
  .array(z.object({ username: z.string(), is_admin: z.boolean().nullish() }).catch({ username: "", is_admin: false }))
  .nullable();

/** The administrators, for somebody who may list users; nobody where the server does not say. */
async function fetchManagers(http: BackendClient): Promise<string[]> {
  try {
    const users = (await http.call({ path: "/_users", schema: managersSchema })) ?? [];
    return users.filter((user) => user.is_admin === true).map(({ username }) => username);
  } catch (error) {
    if (isBackendError(error)) return [];
    throw error;
  }
}

/**
 * Signs in, as far as a server without a login route knows it: who the user is, the plan, and what answers. Throws
 * BackendError.
 */
export async function fetchIdentity(http: BackendClient): Promise<Identity> {
  const user = await http.call({ path: "/_user", schema: userSchema });
  const [plan, root] = await Promise.all([fetchPlan(http), fetchRoot(http)]);
  const isAdmin = user.is_admin ?? false;
  const actions = actionsOf({ isAdmin, allowed: user.allowed_actions });
  const managers = !isAdmin && actions.includes("user-management") ? await fetchManagers(http) : [];
  return {
    username: user.username,
    isAdmin,
    actions,
    managers,
    heldTo: isAdmin ? null : heldTo(user.indices ?? null),
    categories: isAdmin ? null : (user.categories ?? null),
    plan: planOf(plan),
    product: productOf(plan),
    backend:
      backends.find((name) => name === plan?.backend) ??
      (root?.version.distribution === "opensearch" ? "opensearch" : "elasticsearch"),
    engineUnset: serverless.has(plan?.image_type ?? "") && (plan?.backend ?? "") === "",
    engine: root && { version: root.version.number, clusterName: root.cluster_name },
  };
}

/**
 * A pattern of stars alone opens everything, the cluster's own calls too; names that begin with a dot or a minus name
 * nothing that is shown.
 */
function heldTo(indices: readonly string[] | null): string[] | null {
  if (indices === null || indices.some((name) => /^\*+$/.test(name))) return null;
  return indices.filter((name) => !/^[-.]/.test(name));
}

const FRESH_MS = 10_000;
const MOST_KEPT = 2000;

type Kept = { at: number; identity: Promise<Identity>; last?: Identity };
const kept = new Map<string, Kept>();

const keyOf = ({ baseUrl, token, viewAs = "", proof = "" }: Who) =>
  createHash("sha256").update(`${baseUrl}\n${token}\n${viewAs}\n${proof}`).digest("base64");

type Who = { baseUrl: string; token: string; viewAs?: string | undefined; proof?: string | undefined };

/**
 * The identity behind a session, asked for at most every ten seconds: the loaders of one page share it, and a right
 * taken away is gone from the menus soon (the server itself refuses at once). Throws BackendError.
 */
export async function getIdentity({ http, ...who }: Who & { http: BackendClient }): Promise<Identity> {
  const key = keyOf(who);
  const found = kept.get(key);
  if (found && Date.now() - found.at < FRESH_MS) return found.identity;
  const entry: Kept = { at: Date.now(), identity: fetchIdentity(http), last: found?.last };
  kept.delete(key);
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  try {
    entry.last = await entry.identity;
    return entry.last;
  } catch (error) {
    // A failure is not kept: the next page asks again.
    entry.at = 0;
    throw error;
  }
}

/** The last identity that was had, for the frame of a page while the server is down. */
export function lastIdentity(who: Who) {
  return kept.get(keyOf(who))?.last;
}

/** Forgets an identity, at sign-out and after a change of one's own rights. */
export function forgetIdentity(who: Who) {
  kept.delete(keyOf(who));
}
