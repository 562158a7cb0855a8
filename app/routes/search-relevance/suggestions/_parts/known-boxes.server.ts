import { listChanges } from "~/services/platform/changes/read.server";
import type { Scope } from "~/session/scope.server";

/** Changes that are looked through: servers list no search boxes. */
const LOOKED_AT = 200;

export type KnownBox = { id: string; at: number; person: string };

/** Search boxes whose featured suggestions were changed from this console, as the reader may know; the latest first. */
export async function knownBoxes(scope: Scope): Promise<KnownBox[]> {
  const { rows } = await listChanges(scope, { resource: "featured-suggestions", page: 1, size: LOOKED_AT });
  const latest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (!latest.has(row.resource)) latest.set(row.resource, row);
  return [...latest.values()]
    .filter(({ verb, outcome }) => verb !== "delete" && outcome === "success")
    .map(({ resource, at, person }) => ({ id: resource, at, person }));
}
