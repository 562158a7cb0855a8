import { AddressForm, Button, PlainLink, useAddress } from "~/components/kit";
import { compared } from "./address";

/** The text to search for on both sides, and what visitors search for most. */
export function CompareBox({ popular }: { popular: readonly string[] }) {
  const here = useAddress(compared);
  const { q } = here.state;
  return (
    <>
      <AddressForm here={here} controls={["q", "page"]} role="search" className={`${popular.length > 0 ? "mb-2" : "mb-4"} flex gap-2`}>
        <label className="min-w-0 flex-1">
          <span className="sr-only">Search for</span>
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={1000}
            autoComplete="off"
            placeholder="Search for"
            // The page is for nothing else; results are read with the keyboard from where they are.
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={q === ""}
            className="min-h-[38px] w-full rounded border border-line-strong bg-surface px-2.5 py-1 text-14 text-ink"
          />
        </label>
        <Button tone="primary" className="min-h-[38px]">
          Search
        </Button>
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
