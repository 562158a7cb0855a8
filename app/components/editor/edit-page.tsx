import type { ReactNode } from "react";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { useAddress } from "~/components/ui/filter/use-address";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import type { loadEditor } from "~/editor/edit.server";
import { REVIEW } from "~/editor/intents";
import { address, oneOf } from "~/lib/address";
import { FileForm } from "./file-form";

/** How the thing is shown to be changed. */
export const editShape = address({ as: oneOf(["text", "json"], { part: "look" }) });

type EditPageProps = {
  title: ReactNode;
  /** From `loadEditor`. */
  editor: Awaited<ReturnType<typeof loadEditor>>;
  /** With the thing in it. */
  formId: string;
  /** In the form of the text: below it, and above it where it is folded. */
  children?: ReactNode;
  /** What the text is folded under, where `children` change it too. */
  fold?: string;
  /** Other ways to change it, below the title. */
  tabs?: ReactNode;
  /** The bare text, for a thing that is too large to be changed on a page. */
  rawHref: string;
};

/** A stored JSON text to be changed; what is too large for a text area, as a file. */
export function EditPage({ title, editor, formId, rawHref, children, fold, tabs }: EditPageProps) {
  const here = useAddress(editShape);
  const { text, version, lost } = editor;
  return (
    <>
      <PageHeader title={<Name>{title}</Name>}>{tabs ?? undefined}</PageHeader>
      {lost && <Notice tone="warn">Your earlier changes are no longer kept; what is stored now is shown.</Notice>}
      {text === null ? (
        <FileForm editor={editor} formId={formId} rawHref={rawHref} asTextHref={here.href({ as: "text" })} />
      ) : (
        <TextForm editor={{ ...editor, text }} formId={formId} fold={fold} key={version}>
          {children}
        </TextForm>
      )}
    </>
  );
}

type TextFormProps = Pick<EditPageProps, "editor" | "formId" | "children"> & {
  fold: string | undefined;
  editor: { text: string };
};

function TextForm({ editor, formId, children, fold }: TextFormProps) {
  const { noun, text, version, cancelTo } = editor;
  const { form, fields, busy } = useServerForm<{ text: string }>({
    id: formId,
    intent: REVIEW,
    defaultValue: { text },
  });
  const label = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
  const area = <JsonArea field={fields.text} label={label} rows={24} />;
  return (
    <ServerForm form={form} intent={REVIEW} labels={{ text: label }} className="max-w-[1000px]">
      <input type="hidden" name="version" value={version} />
      {fold === undefined ? (
        area
      ) : (
        <>
          {children}
          <details className="mb-5" open={fields.text.errors !== undefined}>
            <summary className="link w-fit text-13">{fold}</summary>
            <div className="mt-2">{area}</div>
          </details>
        </>
      )}
      {fold === undefined && children}
      <FormEnd label="Review changes" busy={busy} cancelTo={cancelTo} sticky />
    </ServerForm>
  );
}
