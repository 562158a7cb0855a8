import { type StoredKind, storedKinds } from "~/lib/indices/template-match";
import { decodeSegment } from "~/lib/address/ids";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { toCreateTemplate, toDeleteTemplate, toSaveTemplate } from "~/services/indices/templates/manage.server";
import {
  getTemplate,
  type Template,
  templatePath,
  type TemplateRef,
  templateText,
} from "~/services/indices/templates/read.server";
import type { Scope } from "~/session/scope.server";

const isKind = (word: string): word is StoredKind => (storedKinds as readonly string[]).includes(word);

/**
 * The template that an address names: from the address itself, for the router decodes twice. Throws a 404 for a kind
 * that does not exist.
 */
export function templateRef(request: Request): TemplateRef {
  const segments = new URL(request.url).pathname.split("/");
  const at = segments.indexOf("templates");
  const [kind = "", name = ""] = [segments[at + 1], segments[at + 2]];
  if (!isKind(kind)) throw new Response(`There is no kind of template called ${kind.slice(0, 80)}.`, { status: 404 });
  // The router's call for data alone.
  return { kind, name: decodeSegment(name.replace(/\.data$/, "")) };
}

/** The template of an address, or the 404 of the frame. Throws BackendError. */
export async function requireTemplate(scope: Scope, ref: TemplateRef): Promise<Template> {
  const found = await getTemplate(scope, ref);
  if (found) return found;
  const { requestId } = scope.context;
  throw new BackendError({
    failure: {
      kind: "status",
      status: 404,
      method: "GET",
      path: templatePath(ref),
      requestId,
      detail: `There is no template called ${ref.name} on this server.`,
    },
  });
}

/** A template, as the editor changes one. */
export const templates: Editable<TemplateRef> = {
  noun: "template",
  pathOf: (_scope, { kind, name }, page, query) =>
    screenPath(clusterLevel, "templates", { rest: [kind, name, ...(page === undefined ? [] : [page])], query }),
  async read(scope, ref) {
    const found = await getTemplate(scope, ref);
    return found && templateText(found);
  },
  require: async (scope, ref) => templateText(await requireTemplate(scope, ref)),
  toSave: toSaveTemplate,
  toCreate: toCreateTemplate,
  toRemove: toDeleteTemplate,
  nameOf: ({ name }) => name,
};

/** The pages that change a template as text. */
export const templatePages = editorPages({
  right: "develop",
  editable: templates,
  refOf: ({ request }) => templateRef(request),
});
