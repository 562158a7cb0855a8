import { SearchLine } from "~/components/detail-kit";
import { AddressForm, PlainLink, useAddress } from "~/components/kit";
import { compared } from "./address";

/** The text to search for on both sides, and what visitors search for most. */
export function CompareBox({ popular }: { popular: readonly string[] }) {
  const here = useAddress(compared);
  return (
    <>
      <AddressForm here={here} controls={["q", "page"]} role="search" className={popular.length > 0 ? "mb-2" : "mb-4"}>
        <SearchLine text={here.state.q} takesFocus />
      </AddressForm>
      {popular.length > 0 && (
        <nav aria-label="Popular searches" className="mb-4 text-13 text-muted">
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            <li>Popular searches:</li>
            {popular.map((term) => (
              <li key={term} className="[overflow-wrap:anywhere]">
                <PlainLink to={here.href({ q: term, page: 1 })} className="link">
                  {term}
                </PlainLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
