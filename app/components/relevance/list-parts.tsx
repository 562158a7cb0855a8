import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormReply } from "~/components/forms/reply.server";
import { Button } from "~/components/ui/button";
import { Gated } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PageForm } from "~/components/ui/page/page-form";
import type { Gate } from "~/lib/access-control/gate";

// What the lists of rules and functions share, in one module: each piece alone would be a file of its own in the
// browser.

/**
 * Why the action of a page did not do what a button asked: for buttons without fields beside which it could stand.
 * `but`: the intent of a form that says it itself; `only`: the one intent that it is told of.
 */
export function ActionProblem({ but, only }: { but?: string; only?: string }) {
  const reply = useActionData<FormReply>();
  const isElsewhere = reply?.intent === but || (only !== undefined && reply?.intent !== only);
  const problem = isElsewhere ? undefined : reply?.result.error?.[""]?.join(" ");
  if (problem === undefined) return null;
  return (
    <Notice tone="bad" role="alert">
      {problem}
    </Notice>
  );
}

type SwitchFormProps = {
  intent: string;
  /** What the button is told apart by from those of other rows. */
  name: string;
  enabled: boolean;
  /** What the action needs besides `name` and `enabled`, which it gets as it is to be. */
  sent?: Readonly<Record<string, string>>;
  gate: Gate;
};

/** Whether a thing is on, and the button for the other, which the action of the page answers. */
export function SwitchForm({ intent, name, enabled, sent = {}, gate }: SwitchFormProps) {
  const label = enabled ? "Switch off" : "Switch on";
  return (
    <PageForm method="post" className="flex items-center gap-2">
      <StatusBadge tone={enabled ? "good" : "neutral"}>{enabled ? "on" : "off"}</StatusBadge>
      {Object.entries({ intent, ...sent, name, enabled: String(!enabled) }).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <Gated gate={gate} label={label}>
        <Button tone="quiet" aria-label={`${label} ${name}`} className="whitespace-nowrap px-1.5">
          {label}
        </Button>
      </Gated>
    </PageForm>
  );
}

type PlaceButtonsProps = {
  intent: string;
  /** What is moved, for the form and for dragging; its name is in the labels. */
  id: string;
  name: string;
  /** Counted from 1, as it is shown. */
  place: number;
  /** The order by which the server sorts it, where it has one. */
  order: number | null;
  /** What it takes the place of, by order or ID; null where it cannot go there. */
  above: number | string | null;
  below: number | string | null;
  gate: Gate;
  /** What else it can be moved by. */
  children?: ReactNode;
};

/**
 * The place of a row in an ordered list, with buttons that post `id`, `name`, `from` and `to`: its own order and that
 * of the neighbour.
 */
export function PlaceButtons({ intent, id, name, place, order, above, below, gate, children }: PlaceButtonsProps) {
  const moves = gate.ok && (above !== null || below !== null);
  if (!moves && !children) return <span className="tabular-nums">{place}</span>;
  const move = ({ to, label, sign }: { to: number | string | null; label: string; sign: string }) =>
    to !== null && (
      <Button name="to" value={to} tone="quiet" aria-label={`${label} ${name}`} className="px-1.5">
        <span aria-hidden="true" className={sign} />
      </Button>
    );
  return (
    <PageForm method="post" data-drag={id} className="flex items-center gap-1">
      {children}
      <span className="tabular-nums">{place}</span>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={name} />
      {order !== null && <input type="hidden" name="from" value={order} />}
      {moves && move({ to: above, label: "Move up", sign: "arrow arrow-up" })}
      {moves && move({ to: below, label: "Move down", sign: "arrow" })}
    </PageForm>
  );
}
