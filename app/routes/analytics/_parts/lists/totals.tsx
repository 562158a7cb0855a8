import type { ReactNode } from "react";
import { CardGrid, NumberCard } from "~/components/ui/card";
import type { Total } from "./load-rows.server";

/** The figures above a list, as cards. */
export function Totals({ totals, beside }: { totals: readonly Total[]; /** Fills the row. */ beside?: ReactNode }) {
  if (totals.length === 0) return beside;
  return (
    <CardGrid>
      {totals.map(({ label, value, note }) => (
        <NumberCard key={label} label={label} value={value} note={note} />
      ))}
      {beside && <div className="col-span-2 min-w-0 large:col-span-3">{beside}</div>}
    </CardGrid>
  );
}
