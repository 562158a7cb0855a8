import * as z from "zod";
import { placeQuery, readPlace } from "~/lib/address/list-place";
import type { Query } from "~/navigation/paths";
import { draftId, draftsOf } from "~/services/platform/store/draft-store.server";
import type { Current, Edited, EditorPage } from "./editable.server";

// A changed text between edit and save. `base` is what it was when the edit began, where that is known.
const draftSchema = z.object({ ref: z.string(), text: z.string(), base: z.string().nullable(), version: z.string() });
export type Draft = z.output<typeof draftSchema>;

const edits = (noun: string) => draftsOf({ kind: `edit ${noun}`, schema: draftSchema });

/** The draft that an address names, if it is one of this thing. */
export function draftOf<Ref>({ request, scope, editable, ref }: Edited<Ref>): Draft | undefined {
  const found = edits(editable.noun).get(scope, draftId(request));
  return found?.ref === JSON.stringify(ref) ? found : undefined;
}

/**
 * Keeps a changed text for a day; the path of the page that shows what changes, or of another one that shows the draft.
 */
export async function keepDraft<Ref>(
  edited: Edited<Ref>,
  { text, version }: Current,
  page: EditorPage = "review",
  query?: Query,
): Promise<string> {
  const { scope, editable, ref } = edited;
  const stored = await editable.read(scope, ref);
  const value: Draft = {
    ref: JSON.stringify(ref),
    text,
    version,
    base: stored?.version === version ? stored.text : null,
  };
  return pathHere(edited, page, { draft: edits(editable.noun).add(scope, value), ...query });
}

/** A page of the thing; the list that it was opened from goes along. */
export function pathHere<Ref>({ request, scope, editable, ref }: Edited<Ref>, page?: EditorPage, query?: Query) {
  return editable.pathOf(scope, ref, page, { ...placeQuery(readPlace(new URL(request.url).searchParams)), ...query });
}
