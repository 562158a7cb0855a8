import * as z from "zod";
import type { EngineRequest } from "../port";
import type { RemoteClient } from "./client";
import type { Differences } from "./products";

/**
 * What was found: rights without which the back end cannot start, and such that only some calls of its users will miss.
 * Both are words for an operator.
 */
export type MissingRights = { own: string | null; others: string | null };

const NOTHING_MISSING: MissingRights = { own: null, others: null };

// Elasticsearch's names (7.10 to 9):
// https://www.elastic.co/guide/en/elasticsearch/reference/7.17/security-privileges.html
const CLUSTER = ["monitor", "manage_index_templates"];
const INDEX = ["create_index", "manage", "read", "write"];
const ALL = "*";

const GrantedSchema = z.record(z.string(), z.boolean());
const PrivilegesSchema = z.object({
  has_all_requested: z.boolean(),
  cluster: GrantedSchema,
  index: z.record(z.string(), GrantedSchema),
});
const CheckedSchema = z.object({ accessAllowed: z.boolean(), missingPrivileges: z.array(z.string()) });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refused(granted: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(granted).flatMap(([name, has]) => (has ? [] : [name]));
}

/** What lacks, on the cluster and by index; indices that lack the same together. */
function lackingParts(
  onCluster: readonly string[],
  onIndices: Readonly<Record<string, Record<string, boolean>>>,
): string[] {
  const together = new Map<string, string[]>();
  for (const [name, granted] of Object.entries(onIndices)) {
    const lacking = refused(granted).join(", ");
    if (lacking !== "") together.set(lacking, [...(together.get(lacking) ?? []), name]);
  }
  const parts = [...together].map(([lacking, names]) => `${lacking} on ${names.join(", ")}`);
  return onCluster.length === 0 ? parts : [`${onCluster.join(", ")} on the cluster`, ...parts];
}

function sentence(parts: readonly string[]): string | null {
  return parts.length === 0 ? null : parts.join("; ");
}

async function send(client: RemoteClient, request: EngineRequest): Promise<{ status: number; value: unknown }> {
  const answer = await client.send(request);
  return { status: answer.status, value: parse(await answer.body.text()) };
}

// Every user may ask for his own. Without security the route is not there, which versions say with 400, 404, 405 or
// 500: there is nothing to miss then.
async function askPrivileges(client: RemoteClient, own: readonly string[]): Promise<MissingRights> {
  const body = JSON.stringify({ cluster: CLUSTER, index: [{ names: [...own, ALL], privileges: INDEX }] });
  const { status, value } = await send(client, { method: "POST", path: "/_security/user/_has_privileges", body });
  const parsed = PrivilegesSchema.safeParse(value);
  if (status !== 200 || !parsed.success) return NOTHING_MISSING;
  const { [ALL]: others = {}, ...kept } = parsed.data.index;
  return {
    own: sentence(lackingParts(refused(parsed.data.cluster), kept)),
    others: sentence(lackingParts([], { "all indices": others })),
  };
}

const TEMPLATE: EngineRequest = {
  method: "PUT",
  path: "/_template/default_template",
  body: '{"index_patterns":["trial"]}',
};

/**
 * Calls of each kind that the back end makes of an index of its own. None is carried out: the cluster says only whether
 * it would be.
 */
function trials(index: string): EngineRequest[] {
  const path = `/${index.replace("*", "trial")}`;
  return [
    { method: "PUT", path, body: "{}" },
    { method: "PUT", path: `${path}/_mapping`, body: "{}" },
    { method: "PUT", path: `${path}/_settings`, body: '{"index":{"hidden":true}}' },
    { method: "GET", path: `${path}/_mapping` },
    { method: "POST", path: `${path}/_search`, body: "{}" },
    { method: "PUT", path: `${path}/_doc/trial`, body: "{}" },
    { method: "DELETE", path: `${path}/_doc/trial` },
    { method: "POST", path: `${path}/_bulk`, body: '{"delete":{"_id":"trial"}}\n' },
  ];
}

// OpenSearch's security plugin, 3.2 and later (opensearch-project/security, pull request 5496). Older ones, and
// clusters without the plugin, refuse the first call, which only reads, for the parameter that they do not know: then
// nothing else is asked.
async function checkPermissions(client: RemoteClient, own: readonly string[]): Promise<MissingRights> {
  async function lacking(request: EngineRequest): Promise<string[] | null> {
    const { value } = await send(client, { ...request, query: { perform_permission_check: "true" } });
    const checked = CheckedSchema.safeParse(value);
    if (!checked.success) return null;
    return checked.data.accessAllowed ? [] : checked.data.missingPrivileges;
  }
  const first = await lacking({ method: "GET", path: "/_cluster/health" });
  if (first === null) return NOTHING_MISSING;
  const onCluster = [...first, ...((await lacking(TEMPLATE)) ?? [])];
  const onIndices: Record<string, Record<string, boolean>> = {};
  for (const index of own) {
    const actions: string[] = [];
    for (const trial of trials(index)) actions.push(...((await lacking(trial)) ?? []));
    onIndices[index] = Object.fromEntries(actions.map((action) => [action, false]));
  }
  return { own: sentence(lackingParts(onCluster, onIndices)), others: null };
}

/**
 * Asks the cluster, in the way of its product, which of the rights that the back end needs its user lacks. `own`: the
 * indices that the back end keeps itself, by name or with `*` at the end. Changes nothing. Rejects with
 * `EngineUnreachableError` where no node answers.
 */
export async function findMissingRights({
  client,
  differences,
  own,
}: {
  client: RemoteClient;
  differences: Differences;
  own: readonly string[];
}): Promise<MissingRights> {
  switch (differences.rights) {
    case "has-privileges":
      return askPrivileges(client, own);
    case "permission-check":
      return checkPermissions(client, own);
    case "none":
      return NOTHING_MISSING;
  }
}

// Elasticsearch: `action [indices:admin/create] is unauthorized for user [deck] …`; OpenSearch: `no permissions for
// [indices:admin/create] and User [name=deck, …]`.
const REFUSED_ACTION = /\baction \[([^\]]+)\] is unauthorized|\bno permissions for \[([^\]]+)\]/;

/**
 * What it means that the search engine answered 403: the action that was refused, where its own words name one, and
 * these words.
 */
export function missingRights(reason: string): string {
  const found = REFUSED_ACTION.exec(reason);
  const action = found?.[1] ?? found?.[2];
  const beginning = "the search engine's user has not the rights that the back end needs";
  return action === undefined ? `${beginning}: ${reason}` : `${beginning}: it lacks ${action} (${reason})`;
}
