import { settle, type Settled } from "~/services/platform/http/settle.server";
import type { Role } from "~/lib/search-relevance/field-roles";
import type { SetUpView } from "~/lib/search-relevance/set-up";
import type { Scope } from "~/session/scope.server";
import { languageLabel } from "../composition/language-names";
import { type FirstDeploy, HAS_SETTINGS, languageOf, readFirstDeploy } from "./deploy.server";
import { proposedLanguage } from "./language.server";

const EXAMPLES = 2;
const EXAMPLE_CHARS = 60;
/** Roles that can be chosen on one page; those of further fields are guessed. */
const MOST_FIELDS = 300;

async function viewOf({ settings, fields, roles, values }: FirstDeploy): Promise<SetUpView> {
  const own = new Set(fields.map(({ path }) => path));
  const proposed = proposedLanguage(await languageOf({ roles, values }));
  const cut = (text: string) => (text.length > EXAMPLE_CHARS ? `${text.slice(0, EXAMPLE_CHARS)}…` : text);
  return {
    // Sub-fields belong to their field; one that is searched by a sub-field alone stands for itself.
    searched: settings.searched
      .filter(({ path }) => own.has(path) || !own.has(parentOf(path)) || !isSearched(settings, parentOf(path)))
      .map(({ path, weight }) => ({ path: own.has(path) ? path : parentOf(path), weight })),
    facets: settings.facets.map(({ path }) => (own.has(path) ? path : parentOf(path))),
    language: languageLabel(settings.language),
    otherLanguage: proposed === "universal" || proposed === settings.language ? null : languageLabel(proposed),
    fields: fields.slice(0, MOST_FIELDS).map(({ path, type }) => ({
      path,
      type,
      role: roles.get(path) ?? "other",
      examples: [...new Set(values.get(path) ?? [])].slice(0, EXAMPLES).map(cut),
    })),
  };
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf("."));
const isSearched = ({ searched }: FirstDeploy["settings"], field: string) =>
  searched.some(({ path }) => path === field);

/** What would be set of an index; a sentence where nothing would. Throws BackendError. */
export async function setUpView(scope: Scope, index: string): Promise<SetUpView | { left: string }> {
  const read = await readFirstDeploy(scope, index, { roles: new Map<string, Role>() });
  return "left" in read ? read : viewOf(read);
}

/** What the overview of an index says of its search settings. */
export type SetUpOffer = { saved: boolean; view: SetUpView | null };

/**
 * Whether an index has search settings, and what would be set where it has none; that is looked at for who may set it
 * alone.
 */
export async function setUpOffer(
  scope: Scope,
  { name, open, documents }: { name: string; open: boolean; documents: number | null },
): Promise<Settled<SetUpOffer>> {
  const isAsked = open && documents !== 0 && scope.can("search-relevancy") && scope.may("relevance:write").ok;
  if (!isAsked) return { ok: true, value: { saved: false, view: null } };
  return settle(
    setUpView(scope, name).then((view) =>
      // The overview lists no roles, of which an index may have thousands.
      "left" in view
        ? { saved: view.left === HAS_SETTINGS, view: null }
        : { saved: false, view: { ...view, fields: [] } },
    ),
  );
}
