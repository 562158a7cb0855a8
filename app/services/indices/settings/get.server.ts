import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { changeable, type FlatSettings, flattenSettings } from "~/lib/indices/index-settings";
import { apiPath } from "~/services/platform/http/path";
import type { BackendClient } from "~/services/platform/http/client.server";

const object = z.custom<JsonObject>((value) => isJsonObject(value));
const answerSchema = z.record(z.string(), z.object({ settings: object, defaults: object.optional() }));

export type IndexSettings = {
  /** Those that are set, by full name. */
  set: FlatSettings;
  /** What holds for the others, where the engine tells. */
  defaults: FlatSettings;
  /** Another one as soon as one of them changes. */
  version: string;
  /** A closed index, of which every setting can be changed. */
  closed: boolean;
};

const withoutNulls = (settings: JsonObject) =>
  Object.fromEntries(
    Object.entries(flattenSettings(settings)).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

/** The settings of an index, with their defaults. Throws BackendError. */
export async function getSettings({ http }: { http: BackendClient }, index: string): Promise<IndexSettings> {
  const query = { flat_settings: true, include_defaults: true };
  const answer = await http.call({ path: apiPath`/${index}/_settings`, query, schema: answerSchema });
  const [found] = Object.values(answer);
  const set: FlatSettings = withoutNulls(found?.settings ?? {});
  const sorted = stringifyJson(Object.entries(changeable(set)));
  return {
    set,
    defaults: withoutNulls(found?.defaults ?? {}),
    version: contentHash(sorted),
    closed: set["index.verified_before_close"] === "true",
  };
}

/** The settings that can be changed, as the JSON that an editor shows. */
export const settingsText = (set: FlatSettings) => stringifyJson(changeable(set), 2);
