import { countOf, formatNumber } from "~/lib/numbers";

type Sample = { columns: string[]; more: number; rows: { line: number; cells: string[] }[] };

/** The first rows of the file as they were read, for a look whether that is right. */
export function SampleTable({ sample }: { sample: Sample }) {
  if (sample.rows.length === 0) return null;
  const json = sample.columns.length === 1 && sample.columns[0] === "Row";
  return (
    <details open className="mb-4">
      <summary className="mb-1 inline-flex items-center gap-2 text-13 font-bold">
        <span className="chevron" aria-hidden="true" /> First rows
      </summary>
      {/* A scrolling box must take the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} role="region" aria-label="First rows" className="overflow-x-auto rounded border border-line">
        <table className="w-full border-collapse text-13">
          <caption className="sr-only">First rows of the file</caption>
          <thead>
            <tr>
              {["Line", ...sample.columns].map((name, at) => (
                <th
                  key={`${at}-${name}`}
                  scope="col"
                  className={`whitespace-nowrap border-b border-line bg-sunken px-3 py-1.5 font-semibold text-muted ${at === 0 ? "w-14 text-right" : "text-left"}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.rows.map((row, place) => (
              <tr key={place} className="border-b border-line last:border-b-0">
                <td className="px-3 py-1 text-right text-muted">{formatNumber(row.line)}</td>
                {row.cells.map((cell, at) => (
                  <td key={at} className={`px-3 py-1 ${json ? "font-mono text-code [overflow-wrap:anywhere]" : "max-w-[16rem] truncate whitespace-nowrap"}`}>
                    {cell === "" ? <span className="text-faint">empty</span> : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sample.more > 0 && <p className="mt-1 text-12 text-faint">And {countOf(sample.more, "more column")}.</p>}
    </details>
  );
}
