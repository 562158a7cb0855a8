import { Form } from "@remix-run/react";
import { Notice } from "~/components/ui/notice";
import { RESTORE } from "./constants";

/** After a deletion: puts the document back. */
export function UndoNotice({ draft, id }: { draft: string; id: string }) {
  return (
    <Notice tone="info">
      <Form method="post" className="flex flex-wrap items-center gap-x-3">
        <input type="hidden" name="draft" value={draft} />
        <span>The document {id} can be put back as it was.</span>
        <button type="submit" name="intent" value={RESTORE} className="link min-h-[24px] font-semibold">
          Put it back
        </button>
      </Form>
    </Notice>
  );
}
