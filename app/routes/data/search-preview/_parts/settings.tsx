import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, buttonClass } from "~/components/ui/button";
import { Choice, control, Switch } from "../../_parts/search/choice";
import { FacetChoice, type FacetChoices } from "../../_parts/search/facets";
import { fuzzinessChoices } from "../../_parts/search/params";
import type { PreviewHere } from "../../_parts/search/preview-address";
import { FieldRows } from "./field-rows";
import type { CheckedRow } from "./state";

const fuzzinessNames = {
  AUTO: "Auto, by word length",
  "0": "Off",
  "1": "Up to 1 typo per word",
  "2": "Up to 2 typos per word",
} as const;

/**
 * Where the settings stand: beside the results, or folded above them where there is little room. What folds is beside
 * the `<details>`, since a closed one cannot be opened by a style sheet; with a mistake in it it stays open. A control
 * that takes the focus scrolls clear of the bar with the buttons.
 */
export function SettingsFold({ here, children }: { here: PreviewHere; children: ReactNode }) {
  const isSet = here.holds(
    "rows",
    "subFields",
    "fuzziness",
    "operator",
    "facets",
    "is",
    "from",
    "to",
    "highlight",
    "record",
  );
  return (
    <div className="min-w-0 large:col-start-1 large:row-span-2 large:row-start-1">
      <details className="peer large:hidden">
        <summary className={buttonClass("plain", "cursor-pointer")}>
          <span aria-hidden="true" className="chevron" />
          Settings{isSet && " (changed)"}
        </summary>
      </details>
      <div className="mt-3 hidden peer-open:block has-[[aria-invalid],[role=alert]]:block large:mt-0 large:block [&_:is(a,input,select,summary)]:scroll-mb-16">
        {children}
      </div>
    </div>
  );
}

type SettingsProps = FacetChoices & {
  here: PreviewHere;
  rows: readonly CheckedRow[];
  /** Names to offer for a field. */
  offered: readonly string[];
  /** All fields that are searched, sub-fields too, with their weights. */
  searched: readonly { field: string; weight: number }[];
  /** The facets themselves. */
  facets: ReactNode;
};

/** The settings of the search; part of the one form of the page. */
export function Settings({ here, rows, offered, searched, facetChoices, facetsLeftOut, facets }: SettingsProps) {
  const { fuzziness, operator, highlight, record } = here.state;
  return (
    <>
      {facets}
      <FacetChoice facetChoices={facetChoices} facetsLeftOut={facetsLeftOut} />
      <FieldRows here={here} rows={rows} offered={offered} searched={searched} />
      <div className="mb-5">
        <label htmlFor="fuzziness" className="mb-1 block text-13 font-bold">
          Typo tolerance
        </label>
        <select
          key={fuzziness}
          id="fuzziness"
          name="fuzziness"
          defaultValue={fuzziness}
          className={`${control} w-full`}
        >
          {fuzzinessChoices.map((value) => (
            <option key={value} value={value}>
              {fuzzinessNames[value]}
            </option>
          ))}
        </select>
      </div>
      <fieldset className="mb-5">
        <legend className="mb-1 text-13 font-bold">Match</legend>
        <Choice type="radio" name="words" value="and" checked={operator === "and"} label="all words (AND)" />
        <Choice type="radio" name="words" value="or" checked={operator === "or"} label="any word (OR)" />
        {operator === "and" && (
          <p className="mt-1 text-12 text-muted">The server tolerates no typos when all words must match.</p>
        )}
      </fieldset>
      <fieldset className="mb-4">
        <legend className="mb-1 text-13 font-bold">Options</legend>
        <Switch name="marks" checked={highlight} label="Highlight matches" />
        <Switch name="record" checked={record} label="Record in analytics" />
      </fieldset>
      {/* In sight however far down one is. */}
      <div className="sticky bottom-0 flex items-center gap-3 border-t border-line bg-surface py-2.5">
        <Button>Apply</Button>
        <Link to="?" preventScrollReset className="link inline-flex min-h-[24px] items-center text-13">
          Reset to defaults
        </Link>
      </div>
    </>
  );
}
