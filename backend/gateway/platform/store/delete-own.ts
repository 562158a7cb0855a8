import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { engineError } from "../http/engine-errors";
import { enginePath } from "../http/paths";
import { reach } from "./engine-client";

// The one place where this server deletes an index by itself. A name may have become an alias, or another index's,
// since it was noted: what is deleted is asked for first, under its own name, and must carry what only this server
// gives.

const IndexSchema = z.record(
  z.string(),
  z.object({
    mappings: z.object({ _meta: z.record(z.string(), z.unknown()).optional().catch(undefined) }).catch({}),
    settings: z.object({ index: z.object({ uuid: z.string() }) }),
  }),
);

/** What is known of an index: its UUID, and the `_meta` of its mapping. */
export type FoundIndex = { name: string; uuid: string; meta: Readonly<Record<string, unknown>> };

/**
 * The index of this very name; null where there is none, and where the name is an alias or a pattern. Throws the
 * engine's errors.
 */
export async function indexNamed(engine: Engine, name: string): Promise<FoundIndex | null> {
  const response = await reach(engine, { method: "GET", path: enginePath([name]) });
  if (response.status === 404) return null;
  if (response.status >= 400) throw engineError(response);
  const all = IndexSchema.parse(JSON.parse(response.body));
  const found = all[name];
  return found === undefined || Object.keys(all).length > 1
    ? null
    : { name, uuid: found.settings.index.uuid, meta: found.mappings._meta ?? {} };
}

/**
 * Deletes an index that this server made. False where it is gone, where its name stands for another one by now, or
 * where it lacks the mark: then it stays. Throws the engine's errors.
 */
export async function deleteOwnIndex({
  engine,
  name,
  isOurs,
}: {
  engine: Engine;
  name: string;
  isOurs: (found: FoundIndex) => boolean;
}): Promise<boolean> {
  const found = await indexNamed(engine, name);
  if (found === null || !isOurs(found)) return false;
  // An engine deletes nothing by an alias: what took the name in between is safe.
  const response = await reach(engine, { method: "DELETE", path: enginePath([name]) });
  if (response.status >= 400 && response.status !== 404) throw engineError(response);
  return response.status < 400;
}
