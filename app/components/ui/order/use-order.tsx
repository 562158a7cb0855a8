import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { PageForm } from "~/components/ui/page/page-form";
import { movedTo, useDrag } from "./use-drag";

const FORM = "move-row";

type Move<Row> = { row: Row; to: Row };

/**
 * The rows of a list as a reader drags them: one that was dropped stands in its new place until the server has answered.
 * What comes then counts, so that a refused order goes back by itself; the page says why. `sent`: what the action gets
 * of the one that was dragged and the one whose place it takes.
 */
export function useOrder<Row extends { id: string }>(
  rows: readonly Row[],
  sent: (move: Move<Row>) => Readonly<Record<string, string | number>>,
) {
  const [move, setMove] = useState<Move<Row> | null>(null);
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
      {Object.entries(sent(move)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </PageForm>
  );
  return { rows: shown, box, over, form };
}
