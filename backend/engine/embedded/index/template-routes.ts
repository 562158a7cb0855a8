import { EngineError } from "../errors";
import type { RouteContext } from "../http/types";
import type { EmbeddedRoute, EmbeddedState } from "../state";
import { ADMIN_PARAMETERS } from "./options";
import { flattenSettings } from "./settings";
import type { Template } from "./templates";

type Context = RouteContext<EmbeddedState>;

function putTemplate(kind: Template["kind"]) {
  return async (context: Context) => {
    const body = context.object();
    const order = context.query["order"];
    if (kind === "legacy" && order !== undefined && body["order"] === undefined) body["order"] = context.integer("order", 0);
    await context.engine.indices.putTemplate({ kind, name: context.params["name"] ?? "", body }, { create: context.flag("create", false) });
    return { body: { acknowledged: true } };
  };
}

function getLegacy(context: Context) {
  const { name } = context.params;
  const found = context.engine.indices.templatesNamed("legacy", name);
  const flat = context.flag("flat_settings", false);
  const shown = found.map(
    (template) =>
      [
        template.name,
        flat ? { ...template.body, settings: Object.fromEntries(flattenSettings((template.body["settings"] ?? {}) as Record<string, never>)) } : template.body,
      ] as const,
  );
  // A name that nobody has is a bare 404; patterns that nothing fits are fine.
  const status = found.length === 0 && name !== undefined && !name.split(",").every((part) => part.includes("*") && part === "*") ? 404 : 200;
  return { status, body: Object.fromEntries(shown) };
}

function getComposable(context: Context) {
  const { name } = context.params;
  const found = context.engine.indices.templatesNamed("composable", name);
  if (found.length === 0 && name !== undefined && !name.includes("*"))
    throw new EngineError(404, "resource_not_found_exception", `index template matching [${name}] not found`);
  return { body: { index_templates: found.map((template) => ({ name: template.name, index_template: template.body })) } };
}

function deleteTemplate(kind: Template["kind"]) {
  return async (context: Context) => {
    await context.engine.indices.deleteTemplates(kind, context.params["name"] ?? "");
    return { body: { acknowledged: true } };
  };
}

function templateExists(kind: Template["kind"]) {
  return (context: Context) => ({ status: context.engine.indices.templatesNamed(kind, context.params["name"]).length > 0 ? 200 : 404 });
}

const READ = [...ADMIN_PARAMETERS, "flat_settings", "local", "include_type_name"];
const WRITE = [...ADMIN_PARAMETERS, "create", "order", "cause", "include_type_name"];

function rows(kind: Template["kind"], path: string): EmbeddedRoute[] {
  const get = kind === "legacy" ? getLegacy : getComposable;
  return [
    { methods: ["GET"], path, query: READ, handler: get },
    { methods: ["GET"], path: `${path}/{name}`, query: READ, handler: get },
    { methods: ["HEAD"], path: `${path}/{name}`, query: READ, handler: templateExists(kind) },
    { methods: ["PUT", "POST"], path: `${path}/{name}`, query: WRITE, handler: putTemplate(kind) },
    { methods: ["DELETE"], path: `${path}/{name}`, query: ADMIN_PARAMETERS, handler: deleteTemplate(kind) },
  ];
}

export const templateRoutes: EmbeddedRoute[] = [...rows("legacy", "/_template"), ...rows("composable", "/_index_template")];
