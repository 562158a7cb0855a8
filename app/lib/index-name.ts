// The rules of the engine for the name of an index, with words that say how to mend it.

const FORBIDDEN = /[\s"*\\<>|,/?#:&']/u;
const MOST_BYTES = 255;

/** What the browser can check by itself: the `pattern` of the control. */
export const indexNamePattern = "[^A-Z\\s\"*\\\\<>\\|,\\/\\?#:&'\\+_\\-][^A-Z\\s\"*\\\\<>\\|,\\/\\?#:&']*";

/** The rules in one sentence, for a hint. */
export const indexNameRules = "Lower case, no spaces, no colon and none of # & * ' \" \\ | , < > / ? Not beginning with +, - or _.";

/** Why this cannot be the name of an index; undefined when it can. */
export function indexNameProblem(name: string): string | undefined {
  if (name === "") return "Give the index a name.";
  if (name === "." || name === "..") return "A name cannot be only dots.";
  if (name !== name.toLowerCase()) return `Write it in lower case: ${name.toLowerCase()}`;
  const bad = FORBIDDEN.exec(name)?.[0];
  if (bad !== undefined) return /\s/u.test(bad) ? "A name cannot hold spaces; use - or _ between words." : `A name cannot hold ${bad}`;
  if (/^[+_-]/.test(name)) return `A name cannot begin with ${name.charAt(0)}`;
  if (name.startsWith(".")) return "Names that begin with a dot are kept for the system.";
  if (new TextEncoder().encode(name).length > MOST_BYTES) return `A name takes at most ${MOST_BYTES} bytes.`;
  return undefined;
}
