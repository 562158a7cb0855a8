import { scalarText } from "~/lib/json/scalar";
import { componentView, meets, type TemplateKind, templatesFor, templateView } from "~/lib/indices/template-match";
import { settle } from "~/services/platform/http/settle.server";
import { listTemplates, type Template } from "~/services/indices/templates/read.server";
import type { Scope } from "~/session/scope.server";
import { allTemplates, shownIndices } from "./list.server";

/** Names of indices that a page lists. */
const MOST_NAMED = 20;

/** What the page of a template tells besides its text, by the kind of it. */
export async function factsOf(scope: Scope, template: Template) {
  const { kind, body } = template;
  const version = body["version"] === undefined ? null : scalarText(body["version"]);
  const found =
    kind === "component" ? await componentFacts(scope, template) : await templateFacts(scope, { ...template, kind });
  return { ...found, version };
}

/** `users` is null where the server did not tell its templates. */
async function componentFacts(scope: Scope, template: Template) {
  const found = await settle(listTemplates(scope, "composable"));
  const { name, parts, users } = componentView(template, found.ok ? (found.value ?? []).map(templateView) : []);
  return { kind: "component" as const, name, parts, users: found.ok ? users : null };
}

/** `met` are the indices that its patterns meet; null where the server did not tell its indices. */
async function templateFacts(scope: Scope, template: Template & { kind: TemplateKind }) {
  const view = templateView(template);
  const [all, indices] = await Promise.all([settle(allTemplates(scope)), settle(shownIndices(scope))]);
  const met = indices.ok ? indices.value.filter((index) => meets(view, index)) : null;
  const wins = (index: string) =>
    !all.ok || templatesFor(all.value.views, index).some(({ kind, name }) => kind === view.kind && name === view.name);
  return {
    ...view,
    isStream: template.body["data_stream"] !== undefined,
    met: met && {
      total: met.length,
      named: met.slice(0, MOST_NAMED),
      losing: met.filter((index) => !wins(index)).length,
    },
  };
}

export type Facts = Awaited<ReturnType<typeof factsOf>>;
export type ComponentFacts = Extract<Facts, { kind: "component" }>;
export type TemplateFacts = Exclude<Facts, ComponentFacts>;
