import type { ReactNode } from "react";
import { Button, LinkButton } from "~/components/ui/button";
import { Gated } from "~/components/ui/message/gated";
import { ViewRequest } from "~/components/ui/request/view-request";
import { type Gate, open } from "~/lib/access-control/gate";
import type { ShownRequest } from "~/lib/data/shown-request";
import { ButtonBar } from "./server-form";

type FormEndProps = {
  /** "Create template" */
  label: string;
  /** What the button says while the form is on its way: "Creating…". The label where there is nothing to say. */
  busyLabel?: string;
  busy: boolean;
  /** The way out. Without it there is none: the form stands on a page with more. */
  cancelTo?: string;
  /** Where "Cancel" would be taken for what the page is about. */
  cancelLabel?: string;
  /** What will be sent, folded: `shownRequest` of the change. */
  request?: ShownRequest | undefined;
  /** Whether it may be done at all, `scope.may` of its right; where not, the button is off with the reason. */
  gate?: Gate | undefined;
  /** `plain` where the page is about something else. */
  tone?: "primary" | "danger" | "plain";
  /** Which of several buttons was taken, as a field of the form. */
  as?: { name: string; value: string };
  /** Stays in view under a long form. */
  sticky?: boolean;
  /** Further buttons, before the way out. */
  children?: ReactNode;
};

/** The foot of a form: the request that it makes, the button that sends it, and the way out. */
export function FormEnd({
  label,
  busyLabel = label,
  busy,
  cancelTo,
  cancelLabel = "Cancel",
  request,
  gate = open,
  tone = "primary",
  ...rest
}: FormEndProps) {
  const { as, sticky = false, children } = rest;
  return (
    <>
      {request && <ViewRequest request={request} />}
      <ButtonBar sticky={sticky}>
        <Gated gate={gate} label={label}>
          <Button tone={tone} disabled={busy} {...as}>
            {busy ? busyLabel : label}
          </Button>
        </Gated>
        {children}
        {cancelTo !== undefined && (
          <LinkButton to={cancelTo} tone="quiet">
            {cancelLabel}
          </LinkButton>
        )}
      </ButtonBar>
    </>
  );
}
