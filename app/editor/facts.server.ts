import { parseSource } from "~/lib/json/view.server";
import { formatBytes } from "~/lib/values/numbers";

/** Names that are told; and beyond so many characters a text is not read for them. */
const SHOWN = 5;
const MOST_READ = 1_000_000;

/** One line of what a text of JSON holds, where its kind knows no better: its first names and its size. */
export function factsOfText(text: string): string {
  const size = formatBytes(Buffer.byteLength(text));
  const names = text.length > MOST_READ ? [] : Object.keys(parseSource(text));
  if (names.length === 0) return size;
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).join(", ")}${more} · ${size}`;
}
