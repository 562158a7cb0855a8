import { formatNumber } from "~/lib/values/numbers";
import { PlainLink } from "../plain-link";

type PlaceNavProps = {
  backTo: string;
  /** "Browse": what one goes back to. */
  backLabel: string;
  /** Where the thing stands in the list that it was opened from, and its neighbours; null where that is not known. */
  place: { row: number; total: number; previous: string | null; next: string | null } | null;
};

/** Above the title of a thing: back to its list, and to the ones before and after it. All by address. */
export function PlaceNav({ backTo, backLabel, place }: PlaceNavProps) {
  return (
    <nav aria-label="List" className="place-nav">
      <PlainLink to={backTo} className="link back">
        {backLabel}
      </PlainLink>
      {place && (
        <span className="flex flex-wrap items-center gap-x-3">
          {place.previous !== null && (
            <PlainLink to={place.previous} rel="prev" className="link">
              Previous
            </PlainLink>
          )}
          <span className="text-muted">
            {formatNumber(place.row + 1)} of {formatNumber(place.total)}
          </span>
          {place.next !== null && (
            <PlainLink to={place.next} rel="next" className="link">
              Next
            </PlainLink>
          )}
        </span>
      )}
    </nav>
  );
}
