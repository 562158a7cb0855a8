import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { PageForm } from "~/components/ui/page/page-form";
import { MOVE } from "./intents";
import type { RuleRow } from "./list.server";
import { movedTo, useDrag } from "./use-drag";

const FORM = "move-rule";

type Move = { row: RuleRow; to: RuleRow };

/**
 * The rows of the list as a reader drags them: a rule that was dropped stands in its new place until the server has
 * answered. What comes then counts, so that a refused order goes back by itself; the page says why.
 */
export function useOrder(rows: readonly RuleRow[]) {
  const [move, setMove] = useState<Move | null>(null);
  const { state } = useNavigation();
  const { box, over } = useDrag((dragged, target) => {
    const [row, to] = [dragged, target].map((id) => rows.find((one) => one.id === id));
    if (!row || !to) return;
    flushSync(() => setMove({ row, to }));
    const form = document.getElementById(FORM);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  });
  const busy = state !== "idle";
  const wasBusy = useRef(false);
  useEffect(() => {
    if (!busy && wasBusy.current) setMove(null);
    wasBusy.current = busy;
  }, [busy]);
  const shown =
    move === null
      ? rows
      : movedTo(
          rows,
          rows.findIndex(({ id }) => id === move.row.id),
          rows.findIndex(({ id }) => id === move.to.id),
        );
  const form = move !== null && (
    <PageForm id={FORM} method="post" className="hidden">
      <input type="hidden" name="intent" value={MOVE} />
      <input type="hidden" name="id" value={move.row.id} />
      <input type="hidden" name="name" value={move.row.name} />
      <input type="hidden" name="from" value={move.row.order} />
      <input type="hidden" name="to" value={move.to.order} />
    </PageForm>
  );
  return { rows: shown, box, over, form };
}
