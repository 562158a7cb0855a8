import type { JsonObject } from "@common/text/json";
import type { RouteContext } from "../http/types";
import type { EmbeddedRoute, EmbeddedState, ReadingRoute, ReadingState } from "../state";
import { parseAlias, parseAliasActions } from "./aliases";
import { fits } from "@common/text/glob";
import { ADMIN_PARAMETERS, EXPRESSION_PARAMETERS, expressionOptions } from "./options";
import { aliasesJson } from "./show";

type Context = RouteContext<EmbeddedState>;
type ReadingContext = RouteContext<ReadingState>;

/** Reads `a,b*,-c`: a name is wanted when some part fits and no later exclusion takes it out. */
function chooser(expression: string | undefined): (alias: string) => boolean {
  if (expression === undefined || expression === "_all") return () => true;
  const parts = expression.split(",");
  return (alias) => {
    let wanted = false;
    for (const part of parts) {
      if (part.startsWith("-") && parts[0] !== part) wanted = wanted && !fits(part.slice(1), alias);
      else wanted = wanted || part === "_all" || fits(part, alias);
    }
    return wanted;
  };
}

function getAliases(context: ReadingContext) {
  const { name, index } = context.params;
  const options = expressionOptions(context, { closed: "allowed", expandWildcards: ["open", "closed", "hidden"] });
  const indices = context.engine.indices.find(index, options).map((found) => found.index);
  const wanted = chooser(name);
  const body: Record<string, JsonObject> = {};
  const seen = new Set<string>();
  for (const each of indices) {
    const aliases = aliasesJson(each, wanted);
    for (const alias of Object.keys(aliases)) seen.add(alias);
    if (name === undefined || Object.keys(aliases).length > 0) body[each.name] = { aliases };
  }
  const missing = (name?.split(",") ?? [])
    .filter((part) => part !== "_all" && !part.includes("*") && !part.startsWith("-") && !seen.has(part))
    .sort();
  if (missing.length === 0) return { body };
  // This one error is a bare text in Elasticsearch, with what was found beside it.
  return {
    status: 404,
    body: { error: `alias${missing.length > 1 ? "es" : ""} [${missing.join(",")}] missing`, status: 404, ...body },
  };
}

function aliasExists(context: ReadingContext) {
  return { status: getAliases(context).status ?? (Object.keys(getAliases(context).body).length > 0 ? 200 : 404) };
}

async function changeAliases(context: Context) {
  await context.engine.indices.changeAliases(parseAliasActions(context.object()));
  return { body: { acknowledged: true } };
}

async function putAlias(context: Context) {
  const body = context.object();
  const index = context.params["index"] ?? String(body["index"] ?? "");
  const alias = context.params["name"] ?? String(body["alias"] ?? "");
  await context.engine.indices.changeAliases([
    { kind: "add", indices: index.split(","), aliases: [alias], definition: parseAlias(body, alias) },
  ]);
  return { body: { acknowledged: true } };
}

async function deleteAlias(context: Context) {
  const { index = "", name = "" } = context.params;
  await context.engine.indices.changeAliases([
    { kind: "remove", indices: index.split(","), aliases: name.split(","), mustExist: undefined },
  ]);
  return { body: { acknowledged: true } };
}

const READ = [...EXPRESSION_PARAMETERS, "local", ...ADMIN_PARAMETERS];

/** What aliases there are. */
export const readingAliasRoutes: ReadingRoute[] = [
  ...["/_alias", "/_aliases", "/_alias/{name}", "/{index}/_alias", "/{index}/_alias/{name}"].map(
    (path): ReadingRoute => ({
      methods: ["GET"],
      path,
      query: READ,
      handler: getAliases,
    }),
  ),
  ...["/_alias/{name}", "/{index}/_alias", "/{index}/_alias/{name}"].map((path): ReadingRoute => ({
    methods: ["HEAD"],
    path,
    query: READ,
    handler: aliasExists,
  })),
];

export const aliasRoutes: EmbeddedRoute[] = [
  { methods: ["POST"], path: "/_aliases", query: ADMIN_PARAMETERS, handler: changeAliases },
  ...["/{index}/_alias/{name}", "/{index}/_aliases/{name}"].flatMap((path): EmbeddedRoute[] => [
    { methods: ["PUT", "POST"], path, query: ADMIN_PARAMETERS, handler: putAlias },
    { methods: ["DELETE"], path, query: ADMIN_PARAMETERS, handler: deleteAlias },
  ]),
  { methods: ["PUT"], path: "/_alias/{name}", query: ADMIN_PARAMETERS, handler: putAlias },
  { methods: ["PUT"], path: "/{index}/_alias", query: ADMIN_PARAMETERS, handler: putAlias },
];
