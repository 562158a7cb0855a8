import { badRequest } from "../../platform/http/errors";
import { enginePath, isSegment } from "../../platform/http/paths";
import type { Services } from "../../services";
import { callEngine } from "../../platform/store/engine-client";

// A pattern, a list or a date is none, whatever it leads to.
const NO_NAME = /[*?,<>"|\\/\s#:]|^[_+-]|^$/;

/** Refuses what is neither an index nor an alias by its very name. Throws 400. */
export async function requireExisting({ engine }: Pick<Services, "engine">, name: string): Promise<void> {
  if (!(await exists({ engine }, name))) throw badRequest("Invalid index name");
}

// Whether this is the name of an index or of an alias.
async function exists({ engine }: Pick<Services, "engine">, name: string): Promise<boolean> {
  if (NO_NAME.test(name) || Buffer.byteLength(name) > 255 || !isSegment(name)) return false;
  return (await callEngine(engine, { method: "HEAD", path: enginePath([name]) }, [400, 404])).status === 200;
}

/** The name under which things of an index are kept: one that was re-indexed goes on under its old name. */
export async function lastingName({ reIndexed }: Pick<Services, "reIndexed">, name: string): Promise<string> {
  const aliases = await reIndexed.byAlias();
  return [...aliases].find(([, index]) => index === name)?.[0] ?? name;
}
