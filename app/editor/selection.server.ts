import * as z from "zod";
import { decodeSegment } from "~/lib/ids";
import type { Scope } from "~/session/scope.server";
import { addDraft, getDraft } from "~/services/store/draft-store.server";

const schema = z.object({ ids: z.array(z.string()) });
const placeOf = (scope: Scope, noun: string) => ({ kind: `selected ${noun}`, index: scope.level === "app" ? scope.app : "" });

/** The ids of the rows that a `SelectionBar` posted; their boxes have them as `encodeSegment` writes them. */
export const tickedIds = (form: FormData) => form.getAll("id").flatMap((id) => (typeof id === "string" ? [decodeSegment(id)] : []));

/** Keeps ticked things for a page about them, for a day; the id for `draft` in its address. */
export const keepSelection = (scope: Scope, noun: string, ids: readonly string[]) => addDraft(scope, { ...placeOf(scope, noun), value: { ids } });

/** The ids of a kept selection; undefined when it is gone, or none is asked for. */
export const selectionOf = (scope: Scope, noun: string, draft: string | null) => getDraft(scope, { ...placeOf(scope, noun), id: draft, schema })?.ids;
