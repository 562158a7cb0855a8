import type { JsonObject } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError } from "../errors";
import type { RouteContext } from "../http/types";
import type { EmbeddedRoute, EmbeddedState, ReadingRoute, ReadingState } from "../state";
import { ADMIN_PARAMETERS, EXPRESSION_PARAMETERS, expressionOptions } from "./options";
import { flattenSettings } from "./settings";
import { fieldMappingsJson, settingsJson } from "./show";

type Context = RouteContext<EmbeddedState>;
type ReadingContext = RouteContext<ReadingState>;

function find(context: ReadingContext) {
  return context.engine.indices
    .find(
      context.params["index"],
      expressionOptions(context, { closed: "allowed", expandWildcards: ["open", "closed"] }),
    )
    .map((found) => found.index);
}

function getSettings(context: Context) {
  const options = {
    names: context.params["name"],
    flat: context.flag("flat_settings", false),
    defaults: context.flag("include_defaults", false),
  };
  const shown = find(context).map(
    (index) =>
      [index.name, settingsJson(index, { ...options, blocked: context.engine.indices.isBlocked(index.name) })] as const,
  );
  return {
    body: Object.fromEntries(
      options.names === undefined ? shown : shown.filter(([, value]) => JSON.stringify(value) !== '{"settings":{}}'),
    ),
  };
}

async function putSettings(context: Context) {
  if (context.text().trim() === "") throw new EngineError(400, "parse_exception", "request body is required");
  const body = context.object();
  const inner = body["settings"];
  const change: JsonObject = isJsonObject(inner) && Object.keys(body).length === 1 ? inner : body;
  await context.engine.indices.putSettings(find(context), {
    change: flattenSettings(change),
    preserve: context.flag("preserve_existing", false),
  });
  return { body: { acknowledged: true } };
}

function getFieldMapping(context: ReadingContext) {
  const patterns = (context.params["fields"] ?? "*").split(",");
  return {
    body: Object.fromEntries(
      find(context).map((index) => [index.name, { mappings: fieldMappingsJson(index, patterns) }]),
    ),
  };
}

const SHOW = [...EXPRESSION_PARAMETERS, ...ADMIN_PARAMETERS, "flat_settings", "include_defaults", "local"];
const FIELDS = [...EXPRESSION_PARAMETERS, "include_defaults", "local", "include_type_name"];

/** Mappings of single fields. */
export const fieldMappingRoutes: ReadingRoute[] = ["/_mapping/field/{fields}", "/{index}/_mapping/field/{fields}"].map(
  (path) => ({
    methods: ["GET"],
    path,
    query: FIELDS,
    handler: getFieldMapping,
  }),
);

export const settingRoutes: EmbeddedRoute[] = [
  ...["/_settings", "/_settings/{name}", "/{index}/_settings", "/{index}/_settings/{name}"].map(
    (path): EmbeddedRoute => ({
      methods: ["GET"],
      path,
      query: SHOW,
      handler: getSettings,
    }),
  ),
  ...["/_settings", "/{index}/_settings"].map((path): EmbeddedRoute => ({
    methods: ["PUT"],
    path,
    query: [...SHOW, "preserve_existing"],
    handler: putSettings,
  })),
];
