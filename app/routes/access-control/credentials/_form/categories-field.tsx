import type { FieldMetadata } from "@conform-to/react";
import { FieldErrors } from "~/components/forms/field";
import { Name } from "~/components/ui/name";
import type { CategoryRow } from "../_parts/categories";

type CategoriesFieldProps = {
  /** From the loader, for they are long. */ rows: readonly CategoryRow[];
  chosen: FieldMetadata<string[]>;
  limits: FieldMetadata<Record<string, string>>;
};

/** The usual ones; the others are folded while none of them is on. */
const SHOWN = 5;

/** What the limit of a category is called, at its box and in the list of errors. */
export const limitLabel = (category: string) => `Requests/s for ${category}`;

/** Each category with on or off and its limit. */
export function CategoriesField({ rows, chosen, limits }: CategoriesFieldProps) {
  const initial = chosen.initialValue;
  const on: readonly unknown[] = Array.isArray(initial) ? initial : [initial];
  const each = limits.getFieldset();
  const rest = rows.slice(SHOWN);
  const parts = { rows, chosen, limits, on };
  return (
    <fieldset className="mb-4" aria-describedby={chosen.descriptionId}>
      <legend className="text-13 font-semibold">Categories</legend>
      <p id={chosen.descriptionId} className="text-13 text-muted">
        Each category opens a group of routes and has its own limit of requests/s.
      </p>
      <ul className="mt-2 rounded border border-line">
        {rows.slice(0, SHOWN).map((row) => (
          <Category key={row.name} {...row} {...parts} />
        ))}
        <li>
          <details open={rest.some(({ name }) => on.includes(name) || each[name]?.errors)}>
            <summary className="link w-fit px-3 py-1.5 text-13">{rest.length} more categories</summary>
            <ul className="border-t border-line">
              {rest.map((row) => (
                <Category key={row.name} {...row} {...parts} />
              ))}
            </ul>
          </details>
        </li>
      </ul>
      <FieldErrors id={chosen.errorId} errors={chosen.errors} />
    </fieldset>
  );
}

type CategoryProps = CategoryRow & CategoriesFieldProps & { on: readonly unknown[] };

function Category({ name, opens, rows, chosen, limits, on }: CategoryProps) {
  const limit = limits.getFieldset()[name];
  return (
    <li className="border-b border-line px-3 py-1.5 last:border-b-0">
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-3">
        <label className="flex min-h-6 flex-wrap items-start gap-x-2 py-0.5 text-13">
          <input
            id={name === rows[0]?.name ? chosen.id : undefined}
            type="checkbox"
            name={chosen.name}
            form={chosen.formId}
            value={name}
            defaultChecked={on.includes(name)}
            className="mt-0.5 h-4 w-4 shrink-0 accent-accent"
          />
          <Name as="code" className="min-w-0 large:w-36 large:shrink-0">
            {name}
          </Name>
          <span className="min-w-0 text-12 text-muted">{opens}</span>
        </label>
        <input
          id={limit?.id}
          name={`${limits.name}.${name}`}
          form={chosen.formId}
          defaultValue={typeof limit?.initialValue === "string" ? limit.initialValue : ""}
          inputMode="numeric"
          aria-label={limitLabel(name)}
          aria-invalid={limit?.errors ? true : undefined}
          aria-describedby={limit?.errors ? limit.errorId : undefined}
          className="block min-h-[34px] w-full rounded border border-line-strong bg-surface px-2 py-1 text-right text-14 text-ink"
        />
      </div>
      {limit && <FieldErrors id={limit.errorId} errors={limit.errors} />}
    </li>
  );
}
