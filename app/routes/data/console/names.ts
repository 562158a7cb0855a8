import type { LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import type { Handle } from "~/navigation/handle";
import { settle } from "~/services/platform/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { requireScope } from "~/session/scope.server";

export const handle: Handle = { holds: "answer" };

const MOST_INDICES = 2000;
const MOST_FIELDS = 2000;

/** Names for the completion of the console: indices, and with `?index=` the fields of one. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "console" }, context);
  const index = new URL(request.url).searchParams.get("index") ?? "";
  const [indices, fields] = await Promise.all([
    settle(listIndexNames(scope)),
    index === "" ? null : settle(listFields(scope, index)),
  ]);
  return data(
    {
      indices: indices.ok ? indices.value.slice(0, MOST_INDICES) : [],
      fields: fields?.ok
        ? fields.value
            .flatMap(({ path, type, subFields }) => [
              { path, type },
              ...subFields.map((sub) => ({ path: sub.path, type: sub.type })),
            ])
            .slice(0, MOST_FIELDS)
        : [],
    },
    { headers: { "Cache-Control": "private, no-store" } },
  );
}
