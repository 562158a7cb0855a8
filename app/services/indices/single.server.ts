import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/http/errors.server";
import { apiPath } from "~/services/http/path";
import type { IndexRow } from "./list.server";

const settingsSchema = z.record(
  z.string(),
  z.object({
    settings: z.object({
      index: z
        .object({
          number_of_shards: z.coerce.number().nullish().catch(null),
          number_of_replicas: z.coerce.number().nullish().catch(null),
          creation_date: z.coerce.number().nullish().catch(null),
          verified_before_close: z.coerce.string().nullish().catch(null),
        })
        .default({}),
    }),
  }),
);
const countSchema = z.object({ count: z.number() });

/** What an index tells of itself: by settings and count, which a user with one index may ask. Undefined where there is none; throws BackendError. */
export async function listIndexByName({ http }: Pick<Scope, "http">, name: string): Promise<IndexRow | undefined> {
  const answer = await http.call({ path: apiPath`/${name}/_settings`, schema: settingsSchema }).catch((error: unknown) => {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  });
  const [index, found] = Object.entries(answer ?? {})[0] ?? [];
  if (index === undefined || found === undefined) return undefined;
  const { number_of_shards: shards, number_of_replicas: replicas, verified_before_close: closed } = found.settings.index;
  const open = closed !== "true";
  const documents = open ? (await http.call({ path: apiPath`/${name}/_count`, schema: countSchema })).count : null;
  return {
    name,
    index,
    health: "unknown",
    open,
    system: name.startsWith("."),
    documents,
    bytes: null,
    shards: shards ?? null,
    replicas: replicas ?? null,
  };
}
