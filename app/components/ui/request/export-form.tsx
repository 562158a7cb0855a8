import type { ReactNode } from "react";
import { Name } from "../name";
import { Button, LinkButton } from "../button";
import { PageForm } from "../page/page-form";

type ExportFormProps = {
  /** The resource route that answers with the file (`exportFile`). */
  action: string;
  /** Everything of the list that the file must know: filters, order. */
  kept: readonly { name: string; value: string }[];
  /** Of the table, to choose those of a CSV file from. */
  columns: readonly string[];
  /** Said of a CSV file for which none are chosen. */
  noneChosen: string;
  cancelTo: string;
  /** "document": what stands on a line. */
  noun: string;
  /** More controls. */
  children?: ReactNode;
};

/** How rows are to leave the console: a form by `get` to a file of its own address. */
export function ExportForm({ action, kept, columns, noneChosen, cancelTo, noun, children }: ExportFormProps) {
  const formats = [
    { value: "ndjson", label: "NDJSON", hint: `One ${noun} per line. Can be imported again.` },
    { value: "json", label: "JSON", hint: "One array." },
    {
      value: "csv",
      label: "CSV",
      hint: `One row per ${noun}; arrays and objects as JSON in their cell. Missing, null and empty values are all empty cells.`,
    },
  ];
  return (
    <PageForm method="get" action={action} reloadDocument className="max-w-form">
      {kept.map(({ name, value }) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <fieldset className="mb-5 rounded border border-line p-4">
        <legend className="px-1 text-14 font-bold">Format</legend>
        {formats.map(({ value, label, hint }, place) => (
          <label key={value} className="flex items-start gap-2 py-1">
            <input
              type="radio"
              name="format"
              value={value}
              defaultChecked={place === 0}
              className="mt-1 h-4 w-4 shrink-0 accent-accent"
            />
            <span>
              {label}
              <span className="block text-13 text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {columns.length > 0 && (
        <fieldset className="mb-5 rounded border border-line p-4">
          <legend className="px-1 text-14 font-bold">CSV columns</legend>
          <p className="mb-3 text-13 text-muted">{noneChosen}</p>
          <ul className="grid gap-x-4 small:grid-cols-2">
            {columns.map((path) => (
              <li key={path}>
                <Name as="label" className="flex min-h-[24px] items-center gap-2">
                  <input type="checkbox" name="column" value={path} className="h-4 w-4 shrink-0 accent-accent" />
                  {path}
                </Name>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {children}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary">Download</Button>
        <LinkButton tone="quiet" to={cancelTo}>
          Cancel
        </LinkButton>
      </div>
    </PageForm>
  );
}
