import { globFits, readGlob } from "@common/text/glob";

/**
 * A filter for names from a comma list such as `movies,shop-*,-shop-old`: `*` stands for any characters, a leading `-`
 * takes away what the list gave so far. A list that begins with `-` begins with everything. Undefined lets every name
 * through.
 */
export function nameFilter(list: string | undefined): (name: string) => boolean {
  const parts = (list ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const rules = parts.map((part) => {
    const takes = part.startsWith("-");
    return { takes, glob: readGlob(takes ? part.slice(1) : part) };
  });
  return (name) =>
    rules.reduce((inside, { takes, glob }) => (globFits(glob, name) ? !takes : inside), rules[0]?.takes ?? true);
}
