// A download that broke off, as its reader has it: where to go on. For the browser, which reads the end of the file
// alone.

const NEWLINE = 10;
const COMMA = 44;

/** What is known of the end of a file: the ID of its last whole document, and how long the file is up to there. */
export type FileEnd = { id: string; length: number };

/**
 * The last whole document of an NDJSON file, or of a JSON array with a document on each line, in the last bytes of it.
 * `start` is where they begin in the file. Undefined where there is none: another kind of file, or a line that is
 * longer than what was read.
 */
export function fileEnd(bytes: Uint8Array, start: number): FileEnd | undefined {
  const end = bytes.lastIndexOf(NEWLINE);
  if (end <= 0) return undefined;
  const before = bytes.lastIndexOf(NEWLINE, end - 1);
  // The file's first line, or a whole one.
  if (before < 0 && start > 0) return undefined;
  // The comma of an array comes with what goes on.
  const last = bytes[end - 1] === COMMA ? end - 1 : end;
  const id = idOf(new TextDecoder().decode(bytes.subarray(before + 1, last)));
  return id === undefined ? undefined : { id, length: start + (last === end ? end + 1 : last) };
}

function idOf(line: string): string | undefined {
  try {
    const document: unknown = JSON.parse(line);
    const id = typeof document === "object" && document !== null && "_id" in document ? document._id : undefined;
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}
