import { type ReactNode, useEffect, useRef, useState } from "react";
import { address, oneOf, text } from "~/lib/address";
import type { TickColumn } from "./data-table";
import { useAddress } from "../filter/use-address";
import { Notice } from "../message/notice";
import { PageForm } from "../page/page-form";
import { PlainLink } from "../plain-link";

type Selection<Row> = {
  /** Posted for each ticked row, as `id`. */
  value: (row: Row) => string;
  /** What the row is called, for its box. */
  label: (row: Row) => string;
  /** All rows of the page are ticked: `readTicked` of the address. */
  ticked: boolean;
};

const FORM = "selected-rows";
/** `selected` says what became of a form that was sent. */
const ticking = address({ select: oneOf(["page"], { part: "once" }), selected: text({ part: "once" }) });

/** True when the address asks for all rows of the page to be ticked. */
export const readTicked = (params: URLSearchParams) => params.get("select") === "page";

/** The boxes of a table's rows, for its `selection`. */
export function rowTicks<Row>(selection: Selection<Row>): TickColumn<Row> {
  return { head: <HeadTick ticked={selection.ticked} />, cell: (row) => <Tick selection={selection} row={row} /> };
}

/** The box of a row. It belongs to the form of the `SelectionBar`; style sheets mark the row and count, no script. */
function Tick<Row>({ selection: { value, label, ticked }, row }: { selection: Selection<Row>; row: Row }) {
  return (
    <td className="tick">
      <input
        key={String(ticked)}
        type="checkbox"
        form={FORM}
        name="id"
        value={value(row)}
        defaultChecked={ticked}
        aria-label={`Select ${label(row)}`}
      />
    </td>
  );
}

/** The box in the head, which ticks the page; only where scripts run. Without them "Select page" does it by a link. */
function HeadTick({ ticked }: { ticked: boolean }) {
  const [ready, setReady] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    const table = box.current?.closest("table");
    if (!table) return;
    function show() {
      const boxes = boxesOf(table);
      const count = boxes.filter((one) => one.checked).length;
      if (box.current === null) return;
      box.current.checked = count > 0 && count === boxes.length;
      box.current.indeterminate = count > 0 && count < boxes.length;
    }
    show();
    table.addEventListener("change", show);
    return () => table.removeEventListener("change", show);
  });
  function tickAll() {
    for (const one of boxesOf(box.current?.closest("table"))) one.checked = box.current?.checked ?? false;
  }
  return (
    <th scope="col" className="tick">
      {ready ? (
        <input
          ref={box}
          key={String(ticked)}
          type="checkbox"
          aria-label="Select all rows on this page"
          onChange={tickAll}
        />
      ) : (
        <span className="sr-only">Selected</span>
      )}
    </th>
  );
}

const boxesOf = (table: HTMLTableElement | null | undefined) => [
  ...(table?.querySelectorAll<HTMLInputElement>("tbody .tick input") ?? []),
];

type SelectionBarProps = {
  ticked: boolean;
  /** `BarButton`s. */
  children: ReactNode;
  /** The page that takes what is ticked, where it is not the list's own. */
  to?: string;
};

/** In the foot of a table with boxes: ticks the page by a link, and has the buttons for what is ticked. */
export function SelectionBar({ ticked, children, to }: SelectionBarProps) {
  const here = useAddress(ticking);
  return (
    <PageForm method="post" id={FORM} className="selection" action={to ?? here.href()}>
      <PlainLink to={here.href({ select: ticked ? undefined : "page" })} keepScroll className="link">
        {ticked ? "Select none" : "Select page"}
      </PlainLink>
      <span className="selection-bar">
        <strong className="selection-count"> selected</strong>
        {children}
      </span>
    </PageForm>
  );
}

/** Above a list whose `SelectionBar` was sent without a tick; there while the address says so. */
export function NothingTicked({ noun, nouns = `${noun}s` }: { noun: string; nouns?: string }) {
  const here = useAddress(ticking);
  if (here.state.selected !== "none") return null;
  return (
    <Notice tone="warn" role="alert">
      No {noun} is selected. Tick the boxes of the {nouns} first.
    </Notice>
  );
}

/** One thing to do with the ticked rows; `value` is the intent of the action. */
export function BarButton({
  value,
  children,
  danger = false,
}: {
  value: string;
  children: ReactNode;
  danger?: boolean;
}) {
  return (
    <button type="submit" name="intent" value={value} className={danger ? "text-bad" : "text-accent"}>
      {children}
    </button>
  );
}
