import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { PageForm } from "~/components/ui/page/page-form";
import type { ReadOptions } from "~/services/data/import/types";

const formats = [
  { value: "csv", label: "Table (CSV, TSV)" },
  { value: "json-array", label: "JSON list" },
  { value: "ndjson", label: "NDJSON, one object per line" },
  { value: "json-values", label: "JSON objects" },
];
const delimiters = [
  { value: ",", label: "Comma" },
  { value: ";", label: "Semicolon" },
  { value: "\t", label: "Tab" },
  { value: "|", label: "Pipe |" },
];
const encodings = [
  { value: "utf-8", label: "UTF-8" },
  { value: "windows-1252", label: "Latin-1 (Windows-1252)" },
  { value: "utf-16le", label: "UTF-16" },
  { value: "utf-16be", label: "UTF-16 (big endian)" },
];
const headers = [
  { value: "yes", label: "Column names" },
  { value: "no", label: "Data" },
];

/**
 * How the file is read, as it was found; another choice parses it again. In the address, so that it can be gone back
 * to.
 */
export function ReadForm({ options, given }: { options: ReadOptions; given: boolean }) {
  return (
    <PageForm method="get" key={JSON.stringify(options)} className="mb-4 rounded border border-line bg-raised p-3.5">
      {given && <input type="hidden" name="given" value="1" />}
      <h2 className="text-13 font-bold">How the file is read{options.gzip ? " (gzipped)" : ""}</h2>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <Choice name="format" label="Format" value={options.format} options={formats} />
        <Choice name="encoding" label="Encoding" value={options.encoding} options={encodings} />
        {options.format === "csv" && (
          <>
            <Choice name="delimiter" label="Separator" value={options.delimiter} options={delimiters} />
            <Choice name="header" label="First line" value={options.header ? "yes" : "no"} options={headers} />
          </>
        )}
        <Button>Re-parse</Button>
      </div>
    </PageForm>
  );
}

type ChoiceProps = { name: string; label: ReactNode; value: string; options: { value: string; label: string }[] };

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <label className="text-13 font-semibold">
      {label}
      <select
        name={name}
        defaultValue={value}
        className="mt-1 block min-h-[34px] rounded border border-line-strong bg-surface px-2.5 text-14 font-normal text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
