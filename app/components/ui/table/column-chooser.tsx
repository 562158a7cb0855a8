import type { Here } from "~/lib/address";
import { formatNumber } from "~/lib/values/numbers";
import { AddressForm } from "../filter/address-form";
import { Button, buttonClass } from "../button";
import { PlainLink } from "../plain-link";
import { Name } from "../name";

type ColumnChooserProps = {
  /** Those that can be chosen; `note` is small beside the label: a type. */
  columns: readonly { key: string; label?: string; note?: string }[];
  /** Keys of those shown now. */
  shown: readonly string[];
  /** How many there are, where not all are listed: then a further one can be typed. */
  total?: number;
  /** Where the list is; its declaration has `columns: columns()`. */
  here: Here<{ columns: string[] }>;
};

/** Which columns a table shows: a form by `get` that opens over the table. The address has them as `column`. */
export function ColumnChooser({ columns, shown, total = columns.length, here }: ColumnChooserProps) {
  const chosen = new Set(shown);
  return (
    <details key={shown.join()} data-menu="" className="relative">
      <summary className={buttonClass("plain", "w-fit cursor-pointer")}>
        Columns · {shown.length} of {formatNumber(total)}
      </summary>
      <AddressForm here={here} controls={["columns"]} keepScroll className="over-page p-3.5">
        <fieldset>
          <legend className="sr-only">Columns</legend>
          <ul className="mb-2 grid max-h-72 gap-x-4 overflow-y-auto text-13 small:grid-cols-2">
            {columns.map(({ key, label = key, note }) => (
              <li key={key}>
                <label className="flex min-h-[24px] items-center gap-2">
                  <input
                    type="checkbox"
                    name="column"
                    value={key}
                    defaultChecked={chosen.has(key)}
                    className="h-4 w-4 shrink-0 accent-accent"
                  />
                  <Name className="min-w-0">
                    {label} <span className="text-faint">{note}</span>
                  </Name>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        {total > columns.length && (
          <label className="mb-3 block text-13 text-muted">
            {formatNumber(columns.length)} of {formatNumber(total)} are listed. Add another by name:
            <input
              className="mt-1 block min-h-[34px] w-full rounded border border-line-strong bg-surface px-2.5 py-1 text-13 text-ink small:max-w-[320px]"
              name="column"
              spellCheck={false}
              autoCapitalize="none"
            />
          </label>
        )}
        <div className="flex flex-wrap items-center gap-3 text-13">
          <Button>Show columns</Button>
          <PlainLink to={here.href({ columns: undefined })} className="link">
            Reset columns
          </PlainLink>
        </div>
      </AddressForm>
    </details>
  );
}
