import { CodeBlock } from "~/components/ui/request/code-block";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Sample } from "./sample.server";

/** The first rows of the file as they were read, for a look whether that is right. */
export function SampleTable({ sample }: { sample: Sample }) {
  if (sample.rows.length === 0) return null;
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
                  title={name}
                  className={`max-w-[16rem] truncate whitespace-nowrap border-b border-line bg-sunken px-3 py-1.5 font-semibold text-muted ${at === 0 ? "w-14 text-right" : "text-left"}`}
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
                  <td key={at} className="max-w-[16rem] truncate whitespace-nowrap px-3 py-1" title={cell}>
                    {cell === "" ? <span className="text-faint">empty</span> : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sample.more > 0 && <p className="mt-1 text-12 text-faint">And {countOf(sample.more, "more column")}.</p>}
      <details className="mt-1">
        <summary className="inline-flex items-center gap-2 text-13 text-muted">
          <span className="chevron" aria-hidden="true" /> View whole rows
        </summary>
        <div className="mt-2 grid gap-3">
          {sample.rows.map((row, place) => (
            <CodeBlock key={place} label={`Line ${formatNumber(row.line)}`} text={row.whole} />
          ))}
        </div>
      </details>
    </details>
  );
}
