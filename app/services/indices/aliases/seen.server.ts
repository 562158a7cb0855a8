import { isJsonObject } from "@common/text/json";
import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import type { AliasMembers } from "./read.server";

const countSchema = z.object({ count: z.number() });

/** What readers of an alias get from one of its indices. */
export type Seen = {
  index: string;
  /** Null where it cannot be counted: the index is closed. */ documents: number | null;
};

/** How many documents readers of an alias see, index by index: its filters are asked as they stand. */
export async function seenThrough({ http }: Pick<Scope, "http">, members: AliasMembers): Promise<Seen[]> {
  return Promise.all(
    Object.entries(members)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([index, { filter }]) => {
        const json = isJsonObject(filter) ? { query: filter } : { query: { match_all: {} } };
        const counted = await settle(
          http.call({ method: "POST", path: apiPath`/${index}/_count`, json, schema: countSchema }),
        );
        return { index, documents: counted.ok ? counted.value.count : null };
      }),
  );
}
