import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import type { FieldRights } from "@backend/gateway/platform/access/field-rights";
import type { Engine } from "@backend/engine/port";
import { requireAllTold } from "@backend/gateway/platform/fields/kept-whole";
import { createReader } from "@backend/gateway/platform/fields/readers";
import { settingsWithin } from "@backend/gateway/platform/fields/settings";
import type { FieldViews } from "@backend/gateway/platform/fields/views";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { reach } from "@backend/gateway/platform/store/engine-client";

const plain = (path: string) => path.replace(/^(?:settings\.)?(?:index\.)?/, "");

function pathsIn(value: JsonValue, path: readonly string[] = []): string[] {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [plain(path.join("."))];
  return Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]));
}

// A group, and what a star stands for, is replaced with all that is below.
function isReplaced(setting: string, path: string): boolean {
  const star = path.indexOf("*");
  return setting === path || setting.startsWith(star < 0 ? `${path}.` : path.slice(0, star));
}

function parsed(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // What is not JSON is refused by the engine.
    return {};
  }
}

type Parts = { engine: Engine; views: FieldViews; rights: FieldRights };

/**
 * Refuses to change settings of indices, as `body` names them, that name a field which is closed to the caller: he is
 * told them without it, and would save them so. Throws 401.
 */
export async function requireSettingsKept(
  { engine, views, rights }: Parts,
  { context: { indices, signal }, body }: { context: Pick<SignedContext, "indices" | "signal">; body: string },
): Promise<void> {
  const query = {
    flat_settings: "true",
    ignore_unavailable: "true",
    allow_no_indices: "true",
    expand_wildcards: "open,closed",
  };
  const answer = await reach(engine, {
    method: "GET",
    path: enginePath([indices.join(","), "_settings"]),
    query,
    signal,
  });
  // What is not there is said by the call itself.
  if (answer.status !== 200) return;
  const { show } = await views({ rights, indices, signal });
  const [reader, paths] = [createReader(rights, show), pathsIn(parsed(body))];
  for (const index of Object.values(parsed(answer.body))) {
    const kept = isJsonObject(index) ? index["settings"] : undefined;
    if (kept === undefined || !isJsonObject(kept)) continue;
    const replaced = Object.keys(kept).filter((name) => paths.some((path) => isReplaced(plain(name), path)));
    requireAllTold({ kept, told: settingsWithin(kept, reader), replaced, what: "these settings" });
  }
}
