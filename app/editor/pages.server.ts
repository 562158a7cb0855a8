import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerForm } from "~/server/form-action.server";
import { KEPT } from "~/lib/messages/kept";
import { requireScope, type Scope, type Wanted } from "~/session/scope.server";
import { deleteOne, loadDelete } from "./delete.server";
import { draftOf } from "./drafts.server";
import { isUpload, loadEditor, MOST_TYPED_BYTES, takeEdit } from "./edit.server";
import { type Editable, type Edited, NOT_STORED } from "./editable.server";
import { was } from "./nouns";
import { loadReview, saveReviewed } from "./review.server";

type EditorPages<Ref> = {
  /** Who may open the pages, as `requireScope` takes it. */
  right: Wanted;
  editable: Editable<Ref>;
  /** What a request is about; throws where there is no such thing. */
  refOf: (at: { request: Request; scope: Scope }) => Ref;
  /** What must be there before a page is shown: the index that it belongs to, or whose it is. */
  mustBe?: (scope: Scope, ref: Ref) => Promise<unknown>;
  /** What saving does of a thing that was deleted meanwhile, where creating it as it was cannot be done. */
  createAgain?: (at: { request: Request; scope: Scope }, text: string) => Promise<Response>;
  /** Buttons of the edit page that are its own; null for all others. */
  step?: (edited: Edited<Ref>, form: FormData) => Promise<Response | Awaited<ReturnType<typeof takeEdit>> | null>;
  /** What follows at once from a save. */
  saved?: (scope: Scope, ref: Ref) => void;
};

/** What a page shows besides, by what it is about. */
type Further<Ref, More> = (edited: Edited<Ref>) => Promise<More>;

/**
 * The loaders and actions of the pages that change one kind of thing as text: edit, review, delete. A route names them
 * and says how its page is called; nothing else is its own.
 */
export function editorPages<Ref>({ right, editable, refOf, mustBe, createAgain, step, saved }: EditorPages<Ref>) {
  const { noun } = editable;
  const editedBy = (at: { request: Request; scope: Scope }): Edited<Ref> => ({ ...at, editable, ref: refOf(at) });

  async function open({ request, params, context }: LoaderFunctionArgs) {
    const scope = await requireScope(request, params, right, context);
    const edited = editedBy({ request, scope });
    await mustBe?.(scope, edited.ref);
    return edited;
  }

  async function save(edited: Edited<Ref>, form: FormData) {
    const isGone = (form.get("version") ?? "") === NOT_STORED;
    const draft = createAgain && isGone ? draftOf(edited) : undefined;
    if (createAgain && draft) return createAgain(edited, draft.text);
    const answer = await saveReviewed(edited, form);
    saved?.(edited.scope, edited.ref);
    return answer;
  }

  return {
    /** `further` is asked at the same time. */
    async loadEdit<More extends object = object>(args: LoaderFunctionArgs, further?: Further<Ref, More>) {
      const edited = await open(args);
      const [editor, more] = await Promise.all([loadEditor(edited), further?.(edited)]);
      return { ref: edited.ref, editor, ...(more as More) };
    },
    /** Takes what was typed and leads to the review; nothing is saved. */
    takeEdit(args: ActionFunctionArgs) {
      const { request } = args;
      return answerForm(args, {
        right,
        mostBytes: MOST_TYPED_BYTES,
        what: "Nothing is saved yet.",
        upload: isUpload(request),
        run: async ({ scope, form }) => {
          const edited = editedBy({ request, scope });
          return (await step?.(edited, form)) ?? takeEdit(edited, form);
        },
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
        run: ({ scope, form }) => save(editedBy({ request, scope }), form),
      });
    },
    /** `further` is asked at the same time. */
    async loadDelete<More extends object = object>(args: LoaderFunctionArgs, further?: Further<Ref, More>) {
      const edited = await open(args);
      const [page, more] = await Promise.all([loadDelete(edited), further?.(edited)]);
      return { ref: edited.ref, page, ...(more as More) };
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
