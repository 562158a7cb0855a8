import type { JsonObject } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError } from "../../errors";
import type { Method, RouteAnswer, RouteContext } from "../../http/types";
import { located } from "../../search/answer/locate";
import type { EmbeddedRoute, EmbeddedState } from "../../state";
import { ADMIN_PARAMETERS } from "../options";
import { flattenSettings } from "../settings";
import { simulateIndex, simulateTemplate } from "./simulate";
import { KIND_NAMES, type Template, type TemplateKind } from "./types";

type Context = RouteContext<EmbeddedState>;

/** Runs what reads the body; what is wrong in it is told with its place. */
async function reading<Result>(
  context: Context,
  work: (body: JsonObject) => Result | Promise<Result>,
): Promise<Result> {
  const body = context.object();
  try {
    return await work(body);
  } catch (error) {
    throw located(error, { body, text: context.text() });
  }
}

function putTemplate(kind: TemplateKind) {
  return async (context: Context) => {
    await reading(context, async (body) => {
      const order = context.query["order"];
      if (kind === "legacy" && order !== undefined && body["order"] === undefined)
        body["order"] = context.integer("order", 0);
      await context.engine.indices.templates.put(
        { kind, name: context.params["name"] ?? "", body },
        { create: context.flag("create", false) },
      );
    });
    return { body: { acknowledged: true } };
  };
}

/**
 * A legacy template as it is shown; `flat_settings` shows the settings by their whole names, as it does with no other
 * kind.
 */
function shown({ body }: Template, flat: boolean): JsonObject {
  const { settings } = body;
  return flat && isJsonObject(settings) ? { ...body, settings: Object.fromEntries(flattenSettings(settings)) } : body;
}

function getLegacy(context: Context) {
  const { name } = context.params;
  const found = context.engine.indices.templates.named("legacy", name);
  const flat = context.flag("flat_settings", false);
  // A name that nobody has is a bare 404; patterns that nothing fits are fine.
  const status =
    found.length === 0 && name !== undefined && !name.split(",").every((part) => part.includes("*") && part === "*")
      ? 404
      : 200;
  return { status, body: Object.fromEntries(found.map((template) => [template.name, shown(template, flat)])) };
}

function getComposed(kind: TemplateKind) {
  const one = kind === "component" ? "component_template" : "index_template";
  return (context: Context) => {
    const { name } = context.params;
    const found = context.engine.indices.templates.named(kind, name);
    if (found.length === 0 && name !== undefined && !name.includes("*"))
      throw new EngineError(404, "resource_not_found_exception", `${KIND_NAMES[kind]} matching [${name}] not found`);
    // A pattern that nothing fits has an empty list, and the status of one that is not there.
    return {
      status: found.length === 0 && name !== undefined ? 404 : 200,
      body: { [`${one}s`]: found.map((each) => ({ name: each.name, [one]: each.body })) },
    };
  };
}

function deleteTemplate(kind: TemplateKind) {
  return async (context: Context) => {
    await context.engine.indices.templates.delete(kind, context.params["name"] ?? "");
    return { body: { acknowledged: true } };
  };
}

function templateExists(kind: TemplateKind) {
  return (context: Context) => ({
    status: context.engine.indices.templates.named(kind, context.params["name"]).length > 0 ? 200 : 404,
  });
}

function simulate(context: Context): Promise<RouteAnswer> {
  return reading(context, (object) => {
    const body = context.text().trim() === "" ? undefined : object;
    const given = { store: context.engine.indices.templates, body, create: context.flag("create", false) };
    const { index, name } = context.params;
    return { body: index === undefined ? simulateTemplate(name, given) : simulateIndex(index, given) };
  });
}

const READ = [...ADMIN_PARAMETERS, "flat_settings", "local", "include_type_name"];
const WRITE = [...ADMIN_PARAMETERS, "create", "order", "cause", "include_type_name"];

function rows(kind: TemplateKind, path: string): EmbeddedRoute[] {
  const get = kind === "legacy" ? getLegacy : getComposed(kind);
  return [
    { methods: ["GET"], path, query: READ, handler: get },
    { methods: ["GET"], path: `${path}/{name}`, query: READ, handler: get },
    { methods: ["HEAD"], path: `${path}/{name}`, query: READ, handler: templateExists(kind) },
    { methods: ["PUT", "POST"], path: `${path}/{name}`, query: WRITE, handler: putTemplate(kind) },
    { methods: ["DELETE"], path: `${path}/{name}`, query: ADMIN_PARAMETERS, handler: deleteTemplate(kind) },
  ];
}

const POST: readonly Method[] = ["POST"];

export const templateRoutes: EmbeddedRoute[] = [
  ...rows("legacy", "/_template"),
  ...rows("composable", "/_index_template"),
  ...rows("component", "/_component_template"),
  ...[
    "/_index_template/_simulate",
    "/_index_template/_simulate/{name}",
    "/_index_template/_simulate_index/{index}",
  ].map((path): EmbeddedRoute => ({
    methods: POST,
    path,
    query: [...ADMIN_PARAMETERS, "create", "cause"],
    handler: simulate,
  })),
];
