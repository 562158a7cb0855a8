import { aclsOf, CATEGORIES } from "@common/access-control/categories";
import * as z from "zod";
import { parseInstant } from "~/lib/values/dates";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const texts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);
const moment = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "string" ? (parseInstant(value) ?? null) : null));
// A long time in nanoseconds has more digits than a double holds.
const whole = z.coerce
  .number()
  .nullish()
  .catch(null)
  .transform((value) => value ?? 0);
const limit = z.coerce.number().nullish().catch(null);

const wire = z.object({
  username: z.string(),
  description: text,
  owner: text,
  role: text,
  ops: texts,
  categories: texts,
  acls: texts,
  indices: texts,
  sources: texts,
  sources_xff_value: limit,
  referers: texts,
  include_fields: texts,
  exclude_fields: texts,
  search_include_fields_only: z
    .unknown()
    .optional()
    .transform((value) => value === true),
  limits: z
    .record(z.string(), z.coerce.number())
    .nullish()
    .catch(null)
    .transform((limits) => limits ?? {}),
  reactivesearchConfig: z
    .object({ maxSize: limit, maxAggregationSize: limit, disableQueryDSL: z.boolean().nullish() })
    .nullish(),
  ttl: whole,
  created_at: moment,
  expired: z.boolean().nullish(),
  previous_until: moment,
});

function credentialOf({
  username,
  created_at,
  previous_until,
  sources_xff_value,
  reactivesearchConfig,
  expired,
  ...rest
}: z.output<typeof wire>) {
  return {
    ...rest,
    name: username,
    depth: sources_xff_value ?? null,
    maxSize: reactivesearchConfig?.maxSize ?? null,
    maxAggregations: reactivesearchConfig?.maxAggregationSize ?? null,
    queryDsl: reactivesearchConfig?.disableQueryDSL !== true,
    createdAt: created_at,
    previousUntil: previous_until,
    expired: expired ?? isOver(rest.ttl, created_at),
  };
}

/**
 * An API credential as servers answer it, but its password. Times in ms, `ttl` in nanoseconds since `createdAt`; below
 * 0 it never ends.
 */
export type Credential = ReturnType<typeof credentialOf>;

export const credentialsSchema = z
  .array(wire.transform(credentialOf))
  .nullable()
  .transform((list) => list ?? []);

function isOver(ttl: number, createdAt: number | null): boolean {
  return ttl > 0 && createdAt !== null && createdAt + ttl / 1e6 < Date.now();
}

/** When it stops working, in ms; null for never. */
export function expiresAt({ ttl, createdAt }: Pick<Credential, "ttl" | "createdAt">): number | null {
  return ttl <= 0 || createdAt === null ? null : createdAt + ttl / 1e6;
}

/**
 * The credentials, those that name the index where one is on one. Older servers lack the list by index (405): there the
 * whole list is read and filtered. Throws BackendError.
 */
export async function listCredentials({ http }: Pick<Scope, "http">, index?: string): Promise<Credential[]> {
  const all = () => http.call({ path: "/_permissions", schema: credentialsSchema });
  if (index === undefined) return all();
  const list = await http
    .call({ path: apiPath`/${index}/_permissions`, schema: credentialsSchema })
    .catch((error: unknown) => {
      if (!isBackendError(error) || error.failure.kind !== "not-offered") throw error;
      return all();
    });
  return list.filter((one) => one.indices.includes(index));
}

const withPassword = wire
  .extend({ password: text })
  .transform(({ password, ...rest }) => ({ ...credentialOf(rest), password }));

/** One by its name, with its password; undefined where it does not exist, or no longer. Throws BackendError. */
export async function getCredential(
  { http }: Pick<Scope, "http">,
  name: string,
): Promise<(Credential & { password: string }) | undefined> {
  try {
    return await http.call({ path: apiPath`/_permission/${name}`, schema: withPassword });
  } catch (error) {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  }
}

/** The same, or the 404 of the frame. */
export async function requireCredential(
  scope: Pick<Scope, "http" | "context">,
  name: string,
): Promise<Credential & { password: string }> {
  const found = await getCredential(scope, name);
  if (found) return found;
  const detail = `There is no API credential called ${name}. It may have been deleted.`;
  throw new BackendError({
    failure: {
      kind: "status",
      status: 404,
      method: "GET",
      path: apiPath`/_permission/${name}`,
      requestId: scope.context.requestId,
      detail,
    },
  });
}

/**
 * The acls after a change of the categories: those it had, as far as they still belong to one, and all of the
 * categories that are new.
 */
export function aclsAfter(
  { acls, categories: before }: Pick<Credential, "acls" | "categories">,
  after: readonly string[],
): string[] {
  const known = (names: readonly string[]) => CATEGORIES.filter((name) => names.includes(name));
  const [kept, added] = [
    known(after.filter((name) => before.includes(name))),
    known(after.filter((name) => !before.includes(name))),
  ];
  const stays: readonly string[] = aclsOf(kept);
  return [...new Set([...acls.filter((acl) => stays.includes(acl)), ...aclsOf(added)])];
}
