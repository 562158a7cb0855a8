import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import type { StoredKind } from "~/lib/indices/template-match";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

export type TemplateRef<Kind extends StoredKind = StoredKind> = { kind: Kind; name: string };
export type Template<Kind extends StoredKind = StoredKind> = TemplateRef<Kind> & { body: JsonObject };

const object = z.custom<JsonObject>((value) => isJsonObject(value));
const composableSchema = z.object({
  index_templates: z.array(z.object({ name: z.string(), index_template: object })).catch([]),
});
const componentSchema = z.object({
  component_templates: z.array(z.object({ name: z.string(), component_template: object })).catch([]),
});
const legacySchema = z.record(z.string(), object);

const roots: Record<StoredKind, string> = {
  composable: "/_index_template",
  legacy: "/_template",
  component: "/_component_template",
};

/** The path of a template on the server. Throws a 404 for a name that is no segment. */
export const templatePath = ({ kind, name }: TemplateRef) => `${roots[kind]}${apiPath`/${name}`}`;

// Newer engines tell when a template was changed, and take no template that tells it.
const told = new Set(["created_date", "created_date_millis", "modified_date", "modified_date_millis"]);
const bodyOf = (body: JsonObject) => Object.fromEntries(Object.entries(body).filter(([key]) => !told.has(key)));

async function fetchTemplates<Kind extends StoredKind>({
  http,
  kind,
  path,
}: {
  http: BackendClient;
  kind: Kind;
  path: string;
}): Promise<Template<Kind>[]> {
  if (kind === "composable") {
    const { index_templates } = await http.call({ path, schema: composableSchema });
    return index_templates.map(({ name, index_template }) => ({ kind, name, body: bodyOf(index_template) }));
  }
  if (kind === "component") {
    const { component_templates } = await http.call({ path, schema: componentSchema });
    return component_templates.map(({ name, component_template }) => ({
      kind,
      name,
      body: bodyOf(component_template),
    }));
  }
  const answer = await http.call({ path, schema: legacySchema });
  return Object.entries(answer).map(([name, body]) => ({ kind, name, body: bodyOf(body) }));
}

/** The templates of a kind by name; null where the server does not offer the kind. Throws BackendError. */
export async function listTemplates<Kind extends StoredKind>(
  { http }: Pick<Scope, "http">,
  kind: Kind,
): Promise<Template<Kind>[] | null> {
  const found = await whereOffered(fetchTemplates({ http, kind, path: roots[kind] }));
  return found && found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A template; undefined if no template has this name. Throws BackendError. */
export async function getTemplate(
  { http }: { http: BackendClient },
  { kind, name }: TemplateRef,
): Promise<Template | undefined> {
  try {
    const found = await fetchTemplates({ http, kind, path: templatePath({ kind, name }) });
    return found.find((template) => template.name === name);
  } catch (error) {
    if (isBackendError(error, 404)) return undefined;
    // The open build stores a template and lists it, but has no GET for one.
    if (isBackendError(error) && error.failure.kind === "not-offered")
      return (await listTemplates({ http }, kind))?.find((one) => one.name === name);
    throw error;
  }
}

/** A template as the text that an editor shows, and a word that is another one as soon as it changes. */
export function templateText({ body }: Pick<Template, "body">): { text: string; version: string } {
  const text = stringifyJson(body, 2);
  return { text, version: contentHash(text) };
}
