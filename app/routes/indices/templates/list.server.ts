import {
  type ComponentView,
  componentView,
  meets,
  type TemplateKind,
  templateKinds,
  templatesFor,
  type TemplateView,
  templateView,
} from "~/lib/template-match";
import { listIndices } from "~/services/indices/list.server";
import { listTemplates } from "~/services/templates/read.server";
import type { Scope } from "~/session/scope.server";

export type TemplateRow = TemplateView & { /** Existing indices that its patterns meet. */ indices: number };
type Wanted = { q: string; kind: TemplateKind | ""; managed: boolean; name: string };

/** All templates of the kinds that the server offers. Throws BackendError. */
export async function allTemplates(scope: Pick<Scope, "http">): Promise<{ views: TemplateView[]; missing: TemplateKind[] }> {
  const lists = await Promise.all(templateKinds.map((kind) => listTemplates(scope, kind)));
  return {
    views: lists.flatMap((list) => (list ?? []).map(templateView)),
    missing: templateKinds.filter((_, at) => lists[at] === null),
  };
}

/** All component templates; null where the server does not offer them. Throws BackendError. */
export async function allComponents(scope: Pick<Scope, "http">): Promise<ComponentView[] | null> {
  const [components, templates] = await Promise.all([listTemplates(scope, "component"), listTemplates(scope, "composable")]);
  const views = (templates ?? []).map(templateView);
  return components && components.map((component) => componentView(component, views));
}

/** Names of the indices that somebody may see in lists. Throws BackendError. */
export async function shownIndices(scope: Scope): Promise<string[]> {
  const rows = await listIndices(scope);
  return rows.filter(({ system }) => !system || scope.preferences.systemIndices).map(({ index }) => index);
}

/** The templates that an address asks for, and what an index of its name would get. Throws BackendError. */
export async function listTemplateRows(scope: Scope, { q, kind, managed, name }: Wanted) {
  const [{ views, missing }, indices] = await Promise.all([allTemplates(scope), shownIndices(scope)]);
  const shown = views.filter((view) => managed || !view.managed);
  const text = q.toLowerCase();
  const rows = shown
    .filter((view) => (kind === "" || view.kind === kind) && (text === "" || [view.name, ...view.patterns].some((one) => one.toLowerCase().includes(text))))
    .map((view): TemplateRow => ({ ...view, indices: indices.filter((index) => meets(view, index)).length }));
  return { rows, missing, hidden: views.length - shown.length, total: shown.length, gets: name === "" ? null : templatesFor(views, name) };
}
