import { ButtonBar, Field, ServerForm, useServerForm } from "~/components/form-kit";
import { Button, LinkButton, Notice } from "~/components/kit";
import { formatBytes } from "~/lib/numbers";

export const REVIEW_FILE = "review-document-file";

type LargeDocumentProps = {
  formId: string;
  bytes: number;
  version: { seqNo: number; primaryTerm: number };
  downloadHref: string;
  asTextHref: string;
  cancelTo: string;
  /** A changed file was given already. */ again: boolean;
};

/** The edit of a document that no text area bears: it is downloaded, changed in an editor of the reader's own, and given back as a file. */
export function LargeDocument({ formId, bytes, version, downloadHref, asTextHref, cancelTo, again }: LargeDocumentProps) {
  const { form, fields } = useServerForm<{ file: string }>({ id: formId, intent: REVIEW_FILE });
  const { file } = fields;
  return (
    <>
      <Notice tone="info">
        This document has {formatBytes(bytes)}. Browsers stand still for a minute and more over a text area of that size, so it is changed as a file.
      </Notice>
      <ol className="mb-4 list-decimal space-y-1 pl-5">
        {again && <li>The file that you gave before is not saved yet. Give a new one to replace it.</li>}
        <li>
          <a href={downloadHref} download="document.json" className="link">
            Download the document
          </a>
        </li>
        <li>Change it in an editor of your own.</li>
        <li>Choose the changed file here. Before anything is saved you see what differs.</li>
      </ol>
      <ServerForm form={form} intent={REVIEW_FILE} encType="multipart/form-data" reloadDocument labels={{ file: "Changed document" }}>
        <input type="hidden" name="seqNo" value={version.seqNo} />
        <input type="hidden" name="primaryTerm" value={version.primaryTerm} />
        <Field field={file} label="Changed document" hint="One JSON object, up to 100 MB.">
          <input
            type="file"
            id={file.id}
            name="file"
            required
            accept=".json,application/json,text/plain"
            aria-describedby={[file.descriptionId, file.errors ? file.errorId : ""].join(" ").trim()}
            aria-invalid={file.errors ? true : undefined}
            className="block w-full text-13 file:mr-3 file:min-h-[34px] file:rounded file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:text-13 file:font-semibold file:text-ink"
          />
        </Field>
        <ButtonBar>
          <Button tone="primary">Review changes</Button>
          <LinkButton tone="quiet" to={cancelTo}>
            Cancel
          </LinkButton>
        </ButtonBar>
      </ServerForm>
      <p className="note mt-4 text-13 text-muted">
        Or{" "}
        <a href={asTextHref} className="link">
          edit it on this page all the same
        </a>
        , which takes a fast machine and patience.
      </p>
    </>
  );
}
