import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { SearchLine } from "~/components/ui/filter/search-line";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { FacetChoice, type FacetChoices, Facets, type ShownFacet } from "~/routes/data/_parts/search/facets";
import { isNarrowed } from "~/routes/data/_parts/search/preview-address";
import type { CompareHere } from "./address";

type CompareBoxProps = {
  here: CompareHere;
  popular: readonly string[];
  /** Null where they are closed. */ filters: Filters | null;
};
type Filters = FacetChoices & { facets: readonly ShownFacet[] };

const filterControls = ["facets", "is", "from", "to"] as const;

/** The text to search for on both sides, what visitors search for most, and filters, which hold for both sides. */
export function CompareBox({ here, popular, filters }: CompareBoxProps) {
  return (
    <>
      <AddressForm
        here={here}
        controls={["q", "page", ...(filters ? filterControls : [])]}
        role="search"
        className="mb-2"
      >
        <SearchLine text={here.state.q} takesFocus />
        {filters && <FilterFields here={here} filters={filters} />}
      </AddressForm>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-13 text-muted">
        {popular.length > 0 && (
          <nav aria-label="Popular searches">
            <ul className="flex flex-wrap gap-x-3 gap-y-1">
              <li>Popular searches:</li>
              {popular.map((term) => (
                <Name as="li" key={term}>
                  <PlainLink to={here.href({ q: term, page: 1 })} className="link">
                    {term}
                  </PlainLink>
                </Name>
              ))}
            </ul>
          </nav>
        )}
        {here.state.q !== "" && !isNarrowed(here) && (
          <FilterLink to={here.href({ filters: filters ? "" : "on" })}>
            {filters ? "Hide filters" : "Filter both sides"}
          </FilterLink>
        )}
      </div>
    </>
  );
}

const FilterLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <p>
    <PlainLink to={to} keepScroll className="link">
      {children}
    </PlainLink>
  </p>
);

function FilterFields({ here, filters: { facets, ...choices } }: { here: CompareHere; filters: Filters }) {
  return (
    <div role="group" aria-label="Filters of both sides" className="mt-3 rounded border border-line px-3.5 pt-3">
      <div className="grid gap-x-6 small:grid-cols-2 large:grid-cols-4">
        {facets.length === 0 && <p className="mb-3 text-13 text-muted">No facets are shown.</p>}
        <Facets here={here} facets={facets} />
        <FacetChoice {...choices} />
      </div>
      <Button className="mb-3">Apply</Button>
    </div>
  );
}
