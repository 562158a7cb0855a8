import { Link } from "@remix-run/react";
import { Children, type ReactNode } from "react";
import type { Change, Here } from "~/lib/address";
import { AddressForm } from "./address-form";
import { Button, buttonClass } from "../button";

export type Chip<State> = {
  label: string;
  /** What stands around it in words: "and", "or (", ")". */
  before?: string;
  after?: string;
  /** The change that takes this filter away. */
  without: Change<State>;
};

export type FilterBarProps<State> = {
  /** Controls; see `FilterInput` and `FilterSelect`. On a narrow screen all but the first fold into "Filters". */
  children: ReactNode;
  /** Where the list is. The form keeps everything but `controls`, the parameters that it has controls for. */
  here: Here<State>;
  controls: readonly (keyof State)[];
  chips?: readonly Chip<State>[];
  /** The parameters that "Clear all" takes away. */
  clears?: readonly (keyof State & string)[];
  submitLabel?: string;
  /** Not folded: something in it holds, or needs a change. */
  open?: boolean;
  /** Folds on a wide screen too: there are too many for one line. */
  folds?: boolean;
  /** Links on the right. */
  aside?: ReactNode;
};

/** The filters above a table: a form by `get`, the applied ones as chips. Everything is in the URL. */
export function FilterBar<State>({
  children,
  here,
  controls,
  chips = [],
  clears = [],
  submitLabel = "Apply",
  open = false,
  folds = false,
  aside,
}: FilterBarProps<State>) {
  const [first, ...others] = Children.toArray(children);
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AddressForm
          here={here}
          controls={controls}
          role="search"
          className="flex min-w-[min(100%,20rem)] flex-1 flex-wrap items-end gap-2"
        >
          <div className={folds ? "filter-first small:flex-1" : "filter-first"}>{first}</div>
          {others.length > 0 && (
            <>
              {/* What it opens stands after it and not in it: a wide screen shows it always. */}
              <details className={folds ? "fold fold-wide" : "fold"} open={open}>
                <summary className={buttonClass()}>Filters{chips.length > 0 && ` · ${chips.length}`}</summary>
              </details>
              <div className="folded">{others}</div>
            </>
          )}
          <Button>{submitLabel}</Button>
        </AddressForm>
        {/* Outside of the form, for it may hold small forms of its own. */}
        {aside && <div className="w-full text-13 large:w-auto">{aside}</div>}
      </div>
      <FilterChips here={here} chips={chips} clears={clears} />
    </div>
  );
}

type FilterChipsProps<State> = Required<Pick<FilterBarProps<State>, "here" | "chips" | "clears">>;

/** The applied filters, each with the way without it. */
export function FilterChips<State>({ here, chips, clears }: FilterChipsProps<State>) {
  if (chips.length === 0) return null;
  const cleared: Change<State> = {};
  for (const name of clears) cleared[name] = undefined;
  return (
    <ul className="mt-2 flex flex-wrap items-center gap-2 text-13">
      {chips.map((chip, at) => (
        <li key={`${at} ${chip.label}`} className="flex flex-wrap items-center gap-2">
          {chip.before && <span className="text-muted">{chip.before}</span>}
          <Link
            to={here.href(chip.without)}
            className="inline-flex min-h-[24px] items-center gap-2 rounded-full bg-accent-soft px-2.5 py-0.5 text-accent no-underline hover:underline"
            aria-label={`Remove the filter ${chip.label}`}
          >
            {chip.label} <span aria-hidden="true">×</span>
          </Link>
          {chip.after && <span className="text-muted">{chip.after}</span>}
        </li>
      ))}
      {clears.length > 0 && (
        <li>
          <Link to={here.href(cleared)} className="link">
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

/** The looks of a control in a filter bar. */
export const control = "min-h-[34px] w-full rounded border border-line-strong bg-surface px-2.5 py-1 text-13 text-ink";

type FilterInputProps = {
  name: string;
  label: string;
  defaultValue?: string;
  placeholder?: string;
  type?: "search" | "text" | "number" | "date" | "datetime-local";
  wide?: boolean;
  /** Few letters go in it: a name, or a number. */
  short?: "name" | "number";
  /** The id of a `<datalist>`. */
  list?: string;
  /** The id of the text that says what is wrong with it. */
  problemId?: string | undefined;
};

const widths = { name: "small:w-24", number: "small:w-[5.5rem]" };

/**
 * A text control of a filter bar; the label is read out, the placeholder shown. Keyed by its value, so that a removed
 * filter empties it.
 */
export function FilterInput({
  name,
  label,
  defaultValue = "",
  placeholder,
  type = "search",
  wide = false,
  short,
  list,
  problemId,
}: FilterInputProps) {
  const wrong = problemId === undefined ? {} : { "aria-invalid": true, "aria-describedby": problemId };
  return (
    <label
      className={`block w-full ${wide ? "small:w-auto small:min-w-[10rem] small:flex-1" : short ? widths[short] : "small:w-auto"}`}
    >
      <span className="sr-only">{label}</span>
      <input
        key={defaultValue}
        className={control}
        type={type}
        name={name}
        defaultValue={defaultValue}
        placeholder={placeholder ?? label}
        list={list}
        {...wrong}
      />
    </label>
  );
}

type FilterSelectProps = {
  name: string;
  label: string;
  defaultValue?: string;
  options: readonly { value: string; label: string }[];
  /** The id of the text that says what is wrong with it. */
  problemId?: string | undefined;
};

export function FilterSelect({ name, label, defaultValue = "", options, problemId }: FilterSelectProps) {
  const wrong = problemId === undefined ? {} : { "aria-invalid": true, "aria-describedby": problemId };
  return (
    <label className="block w-full small:w-auto">
      <span className="sr-only">{label}</span>
      <select key={defaultValue} className={control} name={name} defaultValue={defaultValue} {...wrong}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
