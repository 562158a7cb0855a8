import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Name } from "~/components/ui/name";
import { formatNumber } from "~/lib/values/numbers";
import { Choice, control } from "./choice";
import { fromParam, otherParam, toParam, valueParam } from "./params";
import { isNarrowed, noFacets, type FacetHere } from "./preview-address";

export type ShownFacet = { path: string; label: string; type: string; from: string; to: string } & (
  | {
      kind: "values";
      values: { key: string; count: number | null; chosen: boolean }[];
      more: boolean;
      problem?: string;
    }
  | { kind: "range"; min: string; max: string; problem?: string }
);

const wide = `${control} w-full`;

/** The facets with their counts. Each is one filter; several values of one widen it. */
export function Facets({ here, facets }: { here: FacetHere; facets: readonly ShownFacet[] }) {
  return (
    <>
      {facets.map((facet) => (
        <fieldset key={facet.path} className="mb-5">
          <Name as="legend" className="mb-1 text-13 font-bold">
            {facet.label}
          </Name>
          {facet.problem !== undefined && (
            <Name as="p" role="alert" className="text-12 text-bad">
              <span aria-hidden="true" className="shape shape-bad mr-1.5" />
              {facet.problem}
            </Name>
          )}
          {facet.kind === "values" ? <Values facet={facet} /> : <Bounds facet={facet} />}
        </fieldset>
      ))}
      {isNarrowed(here) && (
        <p className="mb-5 text-13">
          <Link to={here.href(noFacets)} className="link">
            Clear all facets
          </Link>
        </p>
      )}
    </>
  );
}

function Values({ facet }: { facet: Extract<ShownFacet, { kind: "values" }> }) {
  if (facet.values.length === 0 && facet.problem === undefined) return <p className="text-12 text-muted">No values.</p>;
  return (
    <>
      {facet.values.map(({ key, count, chosen }) => (
        <label key={key} className="flex min-h-[26px] items-start gap-2 py-0.5 text-13">
          <FacetBox name={valueParam(facet.path)} value={key} chosen={chosen} />
          <Name className="min-w-0 flex-1">{key === "" ? "(empty)" : key}</Name>
          {count !== null && <span className="text-muted">{formatNumber(count)}</span>}
        </label>
      ))}
      {facet.more && (
        <label className="mt-1 block text-12 text-muted">
          Most frequent values. Other value (exact):
          {/* Once it is chosen it is a box among the others. */}
          <input
            key={facet.values.map(({ key, chosen }) => (chosen ? key : "")).join()}
            name={otherParam(facet.path)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`${wide} mt-0.5`}
          />
        </label>
      )}
    </>
  );
}

/**
 * A box that searches at once where scripts run. It keeps its element, and so the focus, while the page changes around
 * it.
 */
function FacetBox({ name, value, chosen }: { name: string; value: string; chosen: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef(chosen);
  useEffect(() => {
    // Not at first: what was ticked before the scripts came stays, for the button to send.
    if (box.current && shown.current !== chosen) box.current.checked = chosen;
    shown.current = chosen;
  }, [chosen]);
  return (
    <input
      ref={box}
      type="checkbox"
      name={name}
      value={value}
      defaultChecked={chosen}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      className="mt-0.5 h-4 w-4 shrink-0 accent-accent"
    />
  );
}

/**
 * A bound as the engine counts it, in double precision: a whole number as it stands; one that a double cannot hold, and
 * a fraction, to seven digits (floats of 32 bits come with digits that nobody put in).
 */
export function boundText(text: string): string {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return String(number);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? number.toExponential(6) : String(Number(number.toPrecision(7)));
}

function Bounds({ facet }: { facet: Extract<ShownFacet, { kind: "range" }> }) {
  const isDate = facet.type.startsWith("date");
  const shown = (text: string) =>
    isDate || text === "" || !Number.isFinite(Number(text)) ? text.slice(0, 10) : boundText(text);
  return (
    <div className="flex items-center gap-1.5 text-13">
      <input
        key={`from-${facet.from}`}
        name={fromParam(facet.path)}
        defaultValue={facet.from}
        placeholder={shown(facet.min)}
        aria-label={`${facet.label} from`}
        inputMode={isDate ? "text" : "decimal"}
        className={wide}
      />
      <span className="text-muted">to</span>
      <input
        key={`to-${facet.to}`}
        name={toParam(facet.path)}
        defaultValue={facet.to}
        placeholder={shown(facet.max)}
        aria-label={`${facet.label} to`}
        inputMode={isDate ? "text" : "decimal"}
        className={wide}
      />
    </div>
  );
}

/** The fields that may be facets, and how many more there are. */
export type FacetChoices = {
  facetChoices: readonly { path: string; label: string; chosen: boolean }[];
  facetsLeftOut: number;
};

/** Which facets are shown: part of the form. */
export function FacetChoice({ facetChoices: choices, facetsLeftOut: leftOut }: FacetChoices) {
  if (choices.length === 0) return null;
  return (
    <fieldset className="mb-5">
      {/* Says that the choice below counts even when nothing is chosen. */}
      <input type="hidden" name="facets" value="1" />
      <legend className="sr-only">Facets to show</legend>
      <details className="text-13">
        <summary className="flex min-h-[24px] items-center gap-2 rounded-sm font-bold hover:underline">
          <span aria-hidden="true" className="chevron" />
          Choose facets
        </summary>
        <div className="mt-1 max-h-64 overflow-y-auto">
          {choices.map(({ path, label, chosen }) => (
            <Choice key={path} type="checkbox" name="facet" value={path} checked={chosen} label={label} />
          ))}
        </div>
        {leftOut > 0 && (
          <label className="mt-1 block text-12 text-muted">
            {leftOut} more fields are not listed. Another field:
            <input
              name="facet"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className={`${control} mt-0.5 w-full`}
            />
          </label>
        )}
      </details>
    </fieldset>
  );
}
