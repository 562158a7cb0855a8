import type { ReactNode } from "react";
import { Field, TextArea } from "~/components/forms/field";
import { ButtonBar, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import { Gated } from "~/components/ui/message/gated";
import { PageForm } from "~/components/ui/page/page-form";
import type { Gate } from "~/lib/access-control/gate";
import { PASTE, SAMPLE, UPLOAD } from "../intents";
import { DropZone } from "./drop-zone";
import type { pasteConstraint, PasteShape, UploadShape } from "./source-forms.server";

const formats = "CSV, TSV, JSON or NDJSON, optionally gzipped, up to 8 GB. The format is detected automatically.";

/** Each is off where the import could not be started in the end: whoever sends gigabytes should know before. */
type SourceProps = { gate: Gate };

/** One way to hand over data. */
function Source({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded border border-line bg-raised p-4">
      <h2 className="mb-2 text-16 font-bold">{title}</h2>
      {children}
    </section>
  );
}

export function UploadForm({ gate }: SourceProps) {
  const { form, fields } = useServerForm<UploadShape>({ id: "import-upload", intent: UPLOAD });
  const { file } = fields;
  return (
    <Source title="Upload file">
      <ServerForm form={form} intent={UPLOAD} encType="multipart/form-data" reloadDocument labels={{ file: "File" }}>
        <Field field={file} label="File" hint={formats}>
          <DropZone
            id={file.id}
            describedBy={[file.descriptionId, file.errors ? file.errorId : ""].join(" ").trim()}
            isInvalid={file.errors !== undefined && file.errors.length > 0}
          />
        </Field>
        <ButtonBar>
          <Gated gate={gate} label="Upload file">
            <Button tone="primary">Upload file</Button>
          </Gated>
        </ButtonBar>
      </ServerForm>
    </Source>
  );
}

export function PasteForm({ constraint, gate }: SourceProps & { constraint: typeof pasteConstraint }) {
  const { form, fields } = useServerForm<PasteShape>({ id: "import-paste", intent: PASTE, constraint });
  return (
    <Source title="Paste data">
      <ServerForm form={form} intent={PASTE} encType="multipart/form-data" reloadDocument labels={{ rows: "Rows" }}>
        <TextArea
          field={fields.rows}
          label="Rows"
          code
          rows={4}
          hint="The same formats, up to 5 MB. Cells copied from a spreadsheet work too."
        />
        <ButtonBar>
          <Gated gate={gate} label="Use pasted data">
            <Button>Use pasted data</Button>
          </Gated>
        </ButtonBar>
      </ServerForm>
    </Source>
  );
}

export function SampleForm({ gate }: SourceProps) {
  return (
    <Source title="Sample data">
      <p className="mb-3 text-13 text-muted">
        3,201 movies with box office, ratings and release dates (from vega-datasets), to try search and facets.
      </p>
      <PageForm method="post" encType="multipart/form-data" reloadDocument>
        <input type="hidden" name="intent" value={SAMPLE} />
        <Gated gate={gate} label="Use sample data">
          <Button>Use sample data</Button>
        </Gated>
      </PageForm>
    </Source>
  );
}
