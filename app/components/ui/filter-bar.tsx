import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageForm } from "~/components/ui/page-form";
import { withParams } from "~/lib/search-params";
import { Button } from "./button";

export type Chip = {
  label: string;
  /** The parameters that this filter leaves when it is taken away. */ without: Record<string, string | readonly string[] | null>;
};

type FilterBarProps = {
  /** Controls; see `FilterInput` and `FilterSelect`. */
  children: ReactNode;
  /** Names of parameters that the form keeps though it has no control for them (sort, order, size). */
  keep?: readonly string[];
  chips?: readonly Chip[];
  /** The parameters that "Clear all" takes away. */
  clears?: readonly string[];
  submitLabel?: string;
  /** Links on the right. */
  aside?: ReactNode;
};

/** The filters above a table: a form by `get`, the applied ones as chips. Everything is in the URL. */
export function FilterBar({ children, keep = ["sort", "order", "size"], chips = [], clears = [], submitLabel = "Apply", aside }: FilterBarProps) {
  const [params] = useSearchParams();
  const hidden = keep.flatMap((name) => params.getAll(name).map((value) => ({ name, value })));
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageForm method="get" role="search" className="flex min-w-[min(100%,20rem)] flex-1 flex-wrap items-end gap-2">
          {hidden.map(({ name, value }) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          {children}
          <Button>{submitLabel}</Button>
        </PageForm>
        {/* Outside of the form, for it may hold small forms of its own. */}
        {aside && <div className="w-full text-13 large:w-auto">{aside}</div>}
      </div>
      {chips.length > 0 && (
        <ul className="mt-2 flex flex-wrap items-center gap-2 text-13">
          {chips.map((chip) => (
            <li key={chip.label}>
              <Link
                to={withParams(params, { ...chip.without, page: null })}
                className="inline-flex min-h-[24px] items-center gap-2 rounded-full bg-accent-soft px-2.5 py-0.5 text-accent no-underline hover:underline"
                aria-label={`Remove the filter ${chip.label}`}
              >
                {chip.label} <span aria-hidden="true">×</span>
              </Link>
            </li>
          ))}
          {clears.length > 0 && (
            <li>
              <Link to={withParams(params, { ...Object.fromEntries(clears.map((name) => [name, null])), page: null })} className="link">
                Clear all
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

const control = "min-h-[34px] w-full rounded border border-line-strong bg-surface px-2.5 py-1 text-13 text-ink";

type FilterInputProps = {
  name: string;
  label: string;
  defaultValue?: string;
  placeholder?: string;
  type?: "search" | "text" | "number" | "date" | "datetime-local";
  wide?: boolean;
};

/** A text control of a filter bar; the label is read out, the placeholder shown. Keyed by its value, so that a removed filter empties it. */
export function FilterInput({ name, label, defaultValue = "", placeholder, type = "search", wide = false }: FilterInputProps) {
  return (
    <label className={`block w-full ${wide ? "small:w-auto small:min-w-[11rem] small:flex-1" : "small:w-auto"}`}>
      <span className="sr-only">{label}</span>
      <input key={defaultValue} className={control} type={type} name={name} defaultValue={defaultValue} placeholder={placeholder ?? label} />
    </label>
  );
}

type FilterSelectProps = { name: string; label: string; defaultValue?: string; options: readonly { value: string; label: string }[] };

export function FilterSelect({ name, label, defaultValue = "", options }: FilterSelectProps) {
  return (
    <label className="block w-full small:w-auto">
      <span className="sr-only">{label}</span>
      <select key={defaultValue} className={`${control} pr-7`} name={name} defaultValue={defaultValue}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
