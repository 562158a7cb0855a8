import { formatNumber } from "~/lib/values/numbers";
import { PlainLink } from "./plain-link";
import { Name } from "./name";

type NamedListProps = {
  /** Without `to` for whoever may not open it. */
  items: readonly { key: string; to?: string; name: string; note?: string | null }[];
  /** How many there are, where not all are listed. */ total: number;
};

/** Things by name, with their id beside it: what a confirmation is about. */
export function NamedList({ items, total }: NamedListProps) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {items.map(({ key, to, name, note }) => (
        <Name as="li" key={key} className="py-0.5">
          {to === undefined ? (
            name
          ) : (
            <PlainLink to={to} className="link">
              {name}
            </PlainLink>
          )}
          {note && <span className="ml-2 font-mono text-12 text-muted">{note}</span>}
        </Name>
      ))}
      {total > items.length && <li>and {formatNumber(total - items.length)} more</li>}
    </ul>
  );
}
