import * as z from "zod";
import { unknownIntent } from "~/components/forms/reply.server";
import { decodeSegment } from "~/lib/address/ids";
import { redirect } from "~/server/redirect.server";
import type { Scope } from "~/session/scope.server";
import { draftsOf } from "~/services/platform/store/draft-store.server";

const schema = z.object({ ids: z.array(z.string()) });
const selected = (noun: string) => draftsOf({ kind: `selected ${noun}`, schema });

/** The ids of the rows that a `SelectionBar` posted; their boxes have them as `encodeSegment` writes them. */
const tickedIds = (form: FormData) =>
  form.getAll("id").flatMap((id) => (typeof id === "string" ? [decodeSegment(id)] : []));

/** Keeps ticked things for a page about them, for a day; the id for `draft` in its address. */
const keepSelection = (scope: Scope, noun: string, ids: string[]) => selected(noun).add(scope, { ids });

/** The ids of a kept selection; undefined when it is gone, or none is asked for. */
export const selectionOf = (scope: Scope, noun: string, draft: string | null) => selected(noun).get(scope, draft)?.ids;

type Ticked<Page> = {
  form: FormData;
  noun: string;
  /** The list with the word that nothing was ticked. */
  none: string;
  /** The page about the kept things, by intent. */
  pages: Readonly<Record<string, Page>>;
  to: (page: Page, draft: string) => string;
};

/**
 * The answer to a `SelectionBar`: keeps what was ticked and leads to the page about it. Throws for an intent that no
 * page has.
 */
export function answerTicked<Page>(scope: Scope, { form, noun, none, pages, to }: Ticked<Page>) {
  const intent = form.get("intent");
  const page = typeof intent === "string" && Object.hasOwn(pages, intent) ? pages[intent] : undefined;
  if (page === undefined) throw unknownIntent(intent);
  const ids = tickedIds(form);
  return redirect(ids.length === 0 ? none : to(page, keepSelection(scope, noun, ids)));
}
