import { CardGrid, NumberCard } from "~/components/ui/card";

/** The figures above a list, as cards. */
export function Totals({ totals }: { totals: readonly { label: string; value: string }[] }) {
  if (totals.length === 0) return null;
  return (
    <CardGrid>
      {totals.map(({ label, value }) => (
        <NumberCard key={label} label={label} value={value} />
      ))}
    </CardGrid>
  );
}
