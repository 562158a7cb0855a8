import type { JsonObject } from "@common/text/json";
import { countOf } from "~/lib/values/numbers";
import type { Change } from "~/services/platform/changes/types";
import { requireDone } from "~/services/platform/http/done.server";
import { apiPath } from "~/services/platform/http/path";
import { getSettings } from "./get.server";
import { toSaveSettings } from "./save.server";

const REPLICAS = "index.number_of_replicas";
/** A range such as `0-1`, by which the engine chooses the number itself; what is set is ignored then. */
export const AUTO_EXPAND = "index.auto_expand_replicas";

type Setting = {
  index: string;
  replicas: number;
  /** Of the settings that the reader has seen: 409 where somebody else changed them. */
  version: string;
  before: { replicas: string | null; autoExpand: string | null };
  /** Auto-expand is switched off in the same call. */
  fixed: boolean;
};

/** Sets how many copies of each shard an index has, by the one call that other clients make for it. */
export function toSetReplicas({ index, replicas, version, before, fixed }: Setting): Change<void> {
  const changes = { [REPLICAS]: String(replicas), ...(fixed && { [AUTO_EXPAND]: "false" }) };
  const old = { [REPLICAS]: before.replicas, ...(fixed && { [AUTO_EXPAND]: before.autoExpand }) };
  const settings: JsonObject = {
    index: { number_of_replicas: replicas, ...(fixed && { auto_expand_replicas: "false" }) },
  };
  const request = { method: "PUT", path: apiPath`/${index}/_settings`, json: { settings } } as const;
  return {
    ...toSaveSettings({ index, changes, before: old, version }),
    request,
    async call(http) {
      if ((await getSettings({ http }, index)).version !== version)
        throw http.conflict(request, "The settings were changed in the meantime.");
      requireDone(await http.send(request));
    },
    summary: () => countOf(replicas, "replica"),
  };
}
