import { parseJson } from "@common/text/json";
import { leavesOf } from "@backend/gateway/platform/fields/leaves";
import { enginePath } from "@backend/gateway/platform/http/paths";
import type { Services } from "@backend/gateway/services";
import { reach } from "@backend/gateway/platform/store/engine-client";

/**
 * The texts that an index can be searched in, without those that belong to others (`title.search`); none where the
 * engine does not tell.
 */
export async function textFields({ engine }: Pick<Services, "engine">, index: string): Promise<string[]> {
  const { status, body } = await reach(engine, { method: "GET", path: enginePath([index, "_mapping"]) });
  if (status !== 200) return [];
  const leaves = leavesOf(parseJson(body)).filter(({ type }) => type === "text");
  const names = new Set(leaves.map(({ name }) => name));
  return [...names].filter((name) => !names.has(name.slice(0, Math.max(0, name.lastIndexOf(".")))));
}
