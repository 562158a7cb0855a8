import { changeSince, type InTheWay } from "~/services/platform/changes/parts.server";
import { RULES_WAITING } from "~/services/search-relevance/draft/waiting";
import { waitsBeside } from "~/services/search-relevance/deploy/waiting.server";
import type { VersionHead } from "~/services/search-relevance/deploy/versions.server";
import type { Scope } from "~/session/scope.server";

/**
 * The change after which no version is live any more, where the console made it: to the settings or synonyms of the
 * index, or to a rule that one of its versions has. Null where it is not known.
 */
export async function changedElsewhere(
  scope: Scope,
  index: string,
  versions: readonly Pick<VersionHead, "at" | "wishes">[],
): Promise<InTheWay | null> {
  const [newest] = versions;
  if (newest === undefined) return null;
  const prefix = `${RULES_WAITING} `;
  const beside = versions.flatMap(({ wishes }) => [...waitsBeside(wishes).keys()]);
  const rules = beside.flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
  return changeSince(scope, {
    after: newest.at,
    kinds: ["relevance-settings", "synonyms", "rule"],
    index,
    resources: [...new Set(rules)],
    // An undo leads back to a version, and is not what made it none.
    withoutUndos: true,
  });
}
