import { Field } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Notice } from "~/components/ui/message/notice";
import type { loadEditor } from "~/editor/edit.server";
import { REVIEW_FILE } from "~/editor/intents";
import { formatBytes } from "~/lib/values/numbers";

type FileFormProps = {
  editor: Awaited<ReturnType<typeof loadEditor>>;
  formId: string;
  rawHref: string;
  asTextHref: string;
};

/**
 * The edit of a text that no text area bears: it is downloaded, changed in an editor of the reader's own, and given
 * back as a file.
 */
export function FileForm({ editor, formId, rawHref, asTextHref }: FileFormProps) {
  const { noun, bytes, version, again, cancelTo } = editor;
  const { form, fields } = useServerForm<{ file: string }>({ id: `${formId}-file`, intent: REVIEW_FILE });
  const { file } = fields;
  return (
    <>
      <Notice tone="info">
        This {noun} has {formatBytes(bytes)}. A text area of that size would freeze the browser, so edit it as a file.
      </Notice>
      <ol className="mb-4 list-decimal space-y-1 pl-5">
        {again && <li>The file that you uploaded before is not saved yet. Upload a new one to replace it.</li>}
        <li>
          <a href={rawHref} download={`${noun}.json`} className="link">
            Download the {noun}
          </a>
        </li>
        <li>Edit it in an editor of your own.</li>
        <li>Upload the changed file here. You will see the differences before anything is saved.</li>
      </ol>
      <ServerForm
        form={form}
        intent={REVIEW_FILE}
        encType="multipart/form-data"
        reloadDocument
        labels={{ file: "Changed file" }}
      >
        <input type="hidden" name="version" value={version} />
        <Field field={file} label="Changed file" hint="One JSON object, up to 100 MB.">
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
        <FormEnd label="Review changes" busy={false} cancelTo={cancelTo} />
      </ServerForm>
      <p className="note mt-4 text-13 text-muted">
        Or{" "}
        <a href={asTextHref} className="link">
          edit it on this page anyway
        </a>
        ; this can be very slow.
      </p>
    </>
  );
}
