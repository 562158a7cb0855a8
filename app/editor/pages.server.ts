import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerForm } from "~/form-action.server";
import type { Action } from "~/lib/access/actions";
import { KEPT } from "~/lib/kept";
import { requireScope, type Scope } from "~/session/scope.server";
import { deleteOne, loadDelete } from "./delete.server";
import { isUpload, loadEditor, MOST_TYPED_BYTES, takeEdit } from "./edit.server";
import type { Editable, Edited } from "./editable.server";
import { was } from "./nouns";
import { loadReview, saveReviewed } from "./review.server";

type EditorPages<Ref> = {
  /** Who may open the pages, as `requireScope` takes it. */
  right: Action | readonly Action[] | null;
  editable: Editable<Ref>;
  /** What a request is about; throws where there is no such thing. */
  refOf: (at: { request: Request; scope: Scope }) => Ref;
  /** What must be there before a page is shown: the index that it belongs to. */
  mustBe?: (scope: Scope) => Promise<unknown>;
};

/**
 * The loaders and actions of the pages that change one kind of thing as text: edit, review, delete. A route names them and says how its page is called; nothing
 * else is its own.
 */
export function editorPages<Ref>({ right, editable, refOf, mustBe }: EditorPages<Ref>) {
  const { noun } = editable;
  const editedBy = (at: { request: Request; scope: Scope }): Edited<Ref> => ({ ...at, editable, ref: refOf(at) });

  async function open({ request, params, context }: LoaderFunctionArgs) {
    const scope = await requireScope(request, params, right, context);
    await mustBe?.(scope);
    return editedBy({ request, scope });
  }

  return {
    async loadEdit(args: LoaderFunctionArgs) {
      const edited = await open(args);
      return { ref: edited.ref, editor: await loadEditor(edited) };
    },
    /** Takes what was typed and leads to the review; nothing is saved. */
    takeEdit(args: ActionFunctionArgs) {
      const { request } = args;
      return answerForm(args, {
        right,
        mostBytes: MOST_TYPED_BYTES,
        what: "Nothing is saved yet.",
        upload: isUpload(request),
        run: ({ scope, form }) => takeEdit(editedBy({ request, scope }), form),
      });
    },
    async loadReview(args: LoaderFunctionArgs) {
      const edited = await open(args);
      return { ref: edited.ref, review: await loadReview(edited) };
    },
    saveReview(args: ActionFunctionArgs) {
      const { request } = args;
      return answerForm(args, {
        right,
        what: `The ${noun} ${was(noun)} not saved. ${KEPT}`,
        run: ({ scope, form }) => saveReviewed(editedBy({ request, scope }), form),
      });
    },
    async loadDelete(args: LoaderFunctionArgs) {
      const edited = await open(args);
      return { ref: edited.ref, page: await loadDelete(edited) };
    },
    /** Deletes it and leads to the list that it stood in. */
    takeDelete(args: ActionFunctionArgs, { listOf }: { listOf: (scope: Scope) => string }) {
      const { request } = args;
      return answerForm(args, {
        right,
        what: `The ${noun} ${was(noun)} not deleted.`,
        run: ({ scope, form }) => deleteOne(editedBy({ request, scope }), { form, listPath: listOf(scope) }),
      });
    },
  };
}
