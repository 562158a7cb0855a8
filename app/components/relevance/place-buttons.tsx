import type { ReactNode } from "react";
import { Button, PageForm } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";

type PlaceButtonsProps = {
  intent: string;
  /** What is moved, for the form and for dragging; its name is in the labels. */
  id: string;
  name: string;
  /** Counted from 1, as it is shown. */
  place: number;
  /** The order by which the server sorts it, and those of its neighbours; null where it cannot go there. */
  order: number | null;
  above: number | null;
  below: number | null;
  gate: Gate;
  /** What else it can be moved by. */
  children?: ReactNode;
};

/** The place of a row in an ordered list, with buttons that post `id`, `name`, `from` and `to`: its own order and that of the neighbour. */
export function PlaceButtons({ intent, id, name, place, order, above, below, gate, children }: PlaceButtonsProps) {
  const moves = gate.ok && (above !== null || below !== null);
  if (!moves && !children) return <span className="tabular-nums">{place}</span>;
  const move = ({ to, label, sign }: { to: number | null; label: string; sign: string }) =>
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
