import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";

import type { Gate } from "~/lib/access-control/gate";
import type { ShownRequest } from "~/lib/data/shown-request";
import { PageHeader } from "~/components/ui/page/page-header";
import { TextField } from "./field";
import { FormEnd } from "./form-end";
import { ServerForm } from "./server-form";
import { useServerForm } from "./use-server-form";

type ConfirmPageProps = {
  /** "Delete the index reviews?" */
  title: ReactNode;
  description?: ReactNode;
  /** Above all else: what was looked at before. */
  checks?: ReactNode;
  /** What will happen, what will be lost. */
  consequences: ReactNode;
  consequencesTitle?: string;
  /** They are a line, and nothing to be warned of. */
  plain?: boolean;
  /** What else names the thing. */
  mentions?: ReactNode;
  intent: string;
  /** "Delete index" */
  submitLabel: string;
  cancelTo: string;
  /** Where "Cancel" would be taken for what the page is about. */
  cancelLabel?: string;
  /**
   * The name that must be typed; without it the button alone confirms. The action checks it with `parseConfirmation`.
   */
  nameToType?: { name: string; label: string };
  /** More hidden or visible controls. */
  children?: ReactNode;
  /** Further buttons beside the one that confirms. */
  buttons?: ReactNode;
  tone?: "danger" | "primary";
  /** The button stays in view below what is long. */
  sticky?: boolean;
  /** What will be sent, folded: `shownRequest` of the change. */
  request?: ShownRequest | undefined;
  /** Whether it may be done at all, `scope.may` of its right; where not, the button is off with the reason. */
  gate?: Gate;
};

/** The page before something that cannot be undone. The field it posts is called `confirmation`. */
export function ConfirmPage({ title, description, ...form }: ConfirmPageProps) {
  return (
    <div className="max-w-form">
      <PageHeader title={title} description={description} />
      <ConfirmForm {...form} />
    </div>
  );
}

/** The same below what a page shows of it: a preview. */
export function ConfirmForm(props: Omit<ConfirmPageProps, "title" | "description">) {
  const {
    checks,
    consequences,
    consequencesTitle = "What will be deleted",
    plain = false,
    mentions,
    intent,
    submitLabel,
    cancelTo,
    cancelLabel = "Cancel",
    nameToType,
    children,
    buttons,
    tone = "danger",
    request,
    gate,
    sticky = false,
  } = props;
  const { form, fields, busy } = useServerForm<{ confirmation: string }>({ id: `confirm-${intent}`, intent });
  return (
    <>
      {checks}
      {plain ? (
        <div className="mb-4 max-w-text text-muted">{consequences}</div>
      ) : (
        <Card title={consequencesTitle} tone={tone === "danger" ? "bad" : "info"} className="mb-4">
          {consequences}
        </Card>
      )}
      {mentions && (
        <Card title="Used by" tone="info" className="mb-4">
          {mentions}
        </Card>
      )}
      <ServerForm form={form} intent={intent} labels={nameToType && { confirmation: nameToType.label }}>
        {children}
        {nameToType && (
          <TextField
            field={fields.confirmation}
            label={nameToType.label}
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
        <FormEnd
          label={submitLabel}
          busy={busy}
          request={request}
          gate={gate}
          tone={tone}
          sticky={sticky}
          cancelTo={cancelTo}
          cancelLabel={cancelLabel}
        >
          {buttons}
        </FormEnd>
      </ServerForm>
    </>
  );
}
