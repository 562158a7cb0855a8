import { Notice, PageForm } from "~/components/kit";
import { shownId } from "~/lib/ids";
import { RESTORE } from "./constants";

/** After a deletion: puts the document back. */
export function UndoNotice({ draft, id }: { draft: string; id: string }) {
  return (
    <Notice tone="info">
      <PageForm method="post" className="flex flex-wrap items-center gap-x-3">
        <input type="hidden" name="draft" value={draft} />
        <span>The document {shownId(id)} can be put back as it was.</span>
        <button type="submit" name="intent" value={RESTORE} className="link min-h-[24px] font-semibold">
          Put it back
        </button>
      </PageForm>
    </Notice>
  );
}
