import {
  type ComponentView,
  componentView,
  meets,
  type StoredKind,
  type TemplateKind,
  templateKinds,
  templatesFor,
  type TemplateView,
  templateView,
} from "~/lib/indices/template-match";
import { listOf } from "~/lib/values/list-of";
import { listIndices } from "~/services/indices/list.server";
import { settle } from "~/services/platform/http/settle.server";
import { simulatedIndex } from "~/services/indices/templates/simulate.server";
import { listTemplates } from "~/services/indices/templates/read.server";
import type { Scope } from "~/session/scope.server";
import type { Family } from "./template-names";
import type { templateList } from "./templates-address";

/** A template of whatever kind, as its list shows it. */
export type TemplateRow = {
  kind: StoredKind;
  name: string;
  patterns: string[];
  rank: number;
  components: string[];
  /** Existing indices that its patterns meet. */
  indices: number;
  /** What a component template gives, and what is composed of it. */
  parts: string[];
  users: string[];
};
type Wanted = ReturnType<typeof templateList.at>["state"];

/** All templates of the kinds that the server offers. Throws BackendError. */
export async function allTemplates(
  scope: Pick<Scope, "http">,
): Promise<{ views: TemplateView[]; missing: TemplateKind[] }> {
  const lists = await Promise.all(templateKinds.map((kind) => listTemplates(scope, kind)));
  return {
    views: lists.flatMap((list) => (list ?? []).map(templateView)),
    missing: templateKinds.filter((_, at) => lists[at] === null),
  };
}

/** All component templates; null where the server does not offer them. Throws BackendError. */
export async function allComponents(scope: Pick<Scope, "http">): Promise<ComponentView[] | null> {
  const [components, templates] = await Promise.all([
    listTemplates(scope, "component"),
    listTemplates(scope, "composable"),
  ]);
  const views = (templates ?? []).map(templateView);
  return components && components.map((component) => componentView(component, views));
}

/** Names of the indices that somebody may see in lists. Throws BackendError. */
export async function shownIndices(scope: Scope): Promise<string[]> {
  const rows = await listIndices(scope);
  return rows.filter(({ system }) => !system || scope.preferences.systemIndices).map(({ index }) => index);
}

// A list shows none of what the other one's rows have.
const noParts = { parts: [], users: [] };
const noPatterns = { kind: "component" as const, patterns: [], rank: 0, components: [] };

/** All templates of a family, as rows whose indices are still to be counted; `missing` has the server not. */
async function allOf(scope: Scope, family: Family) {
  if (family === "index") {
    const [found, names] = await Promise.all([allTemplates(scope), shownIndices(scope)]);
    return { ...found, names, rows: found.views.map((view) => ({ ...view, ...noParts })) };
  }
  const found = await allComponents(scope);
  const missing: StoredKind[] = found === null ? ["component"] : [];
  return { views: [], missing, names: [], rows: (found ?? []).map((view) => ({ ...noPatterns, ...view })) };
}

/**
 * The templates that an address asks for, the ones that an index of its name would get, and what it would get from them
 * where one is an index template. Throws BackendError.
 */
export async function loadTemplateList(scope: Scope, family: Family, state: Wanted) {
  const { views, missing, names, rows } = await allOf(scope, family);
  const shown = rows.filter(({ managed }) => state.managed || !managed);
  const list = listOf(shown, state, {
    text: ({ name, patterns }) => [name, ...patterns],
    facets: { kind: (row, kind) => family === "component" || row.kind === kind },
  });
  const gets = state.name === "" || family === "component" ? null : templatesFor(views, state.name);
  const isComposed = gets?.some(({ kind }) => kind === "composable") === true;
  return {
    list: {
      ...list,
      rows: list.rows.map((row): TemplateRow => ({
        ...row,
        indices: names.filter((index) => meets(row, index)).length,
      })),
    },
    missing,
    hidden: rows.length - shown.length,
    gets,
    resolved: isComposed ? await settle(simulatedIndex(scope, state.name)) : null,
  };
}
