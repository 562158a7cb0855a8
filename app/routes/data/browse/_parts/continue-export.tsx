import { useEffect, useState } from "react";
import { FilterInput } from "~/components/ui/filter/filter-bar";
import { fileEnd } from "~/lib/data/documents/broken-file";
import { formatBytes, formatNumber } from "~/lib/values/numbers";

/** So much of a file's end is read, in bytes. */
const MOST_READ = 8 * 1024 ** 2;

type Found = { id: string; advice: string | null } | { problem: string };

async function endOf(file: File): Promise<Found> {
  const start = Math.max(0, file.size - MOST_READ);
  const end = fileEnd(new Uint8Array(await file.slice(start).arrayBuffer()), start);
  if (end === undefined)
    return { problem: `No whole document was found at the end of ${file.name}. Enter the ID yourself.` };
  const left = file.size - end.length;
  return {
    id: end.id,
    advice:
      left === 0
        ? null
        : `${formatNumber(left)} bytes of a broken line follow it. Cut the file to ${formatNumber(end.length)} bytes first: truncate -s ${end.length}`,
  };
}

/**
 * Where a download that broke off goes on: after the ID that is typed, or with scripts the one that the file ends with.
 * The file stays where it is.
 */
export function ContinueExport() {
  const [scripted, setScripted] = useState(false);
  const [found, setFound] = useState<Found>();
  useEffect(() => setScripted(true), []);
  const id = found && "id" in found ? found.id : "";
  return (
    <details className="mb-5">
      <summary className="link w-fit text-13">Continue a download that broke off</summary>
      <div className="mt-2 max-w-text">
        {scripted && (
          <label className="mb-3 block text-13">
            <span className="block font-semibold">Incomplete file (NDJSON or JSON)</span>
            <input
              type="file"
              className="mt-1 block w-full text-13"
              onChange={({ target: { files } }) => {
                const [file] = files ?? [];
                if (file) void endOf(file).then(setFound);
              }}
            />
            <span className="mt-1 block text-12 text-muted">
              Only its last {formatBytes(MOST_READ)} are read, in your browser.
            </span>
          </label>
        )}
        <FilterInput name="after" label="ID of the last complete line" type="text" defaultValue={id} />
        <p className="mt-1 text-12 text-muted">
          The file starts after the document with this ID, in the same order. Keep format, filters and sorting as they
          were. Remove an incomplete last line of the first file, then append this one to it.
        </p>
        <p role="status" className="mt-1 text-13">
          {found && ("problem" in found ? found.problem : (found.advice ?? "The file ends with a complete line."))}
        </p>
      </div>
    </details>
  );
}
