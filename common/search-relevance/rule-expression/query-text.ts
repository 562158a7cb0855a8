/** Unicode's white space, and the mark that some programs put before a text. */
const SPACE = /[\p{White_Space}\uFEFF]+/u;

/**
 * The text of a query as conditions compare it, on both sides: in lower case, without white space at its ends, and with
 * one space between its words. What a visitor types, pastes or dictates differs in nothing else that he could see.
 */
export function comparedQuery(text: string): string {
  return text
    .split(SPACE)
    .filter((word) => word !== "")
    .join(" ")
    .toLowerCase();
}

/** The comparisons of texts, without patterns. */
export const TEXT_COMPARISONS = {
  "==": (text, wanted) => text === wanted,
  contains: (text, wanted) => text.includes(wanted),
  startsWith: (text, wanted) => text.startsWith(wanted),
  endsWith: (text, wanted) => text.endsWith(wanted),
} as const satisfies Record<string, (text: string, wanted: string) => boolean>;

/** Whether the text of a query is what a comparison of a condition wants. */
export function queryFitsText(
  searched: string,
  { op, wanted }: { op: keyof typeof TEXT_COMPARISONS; wanted: string },
): boolean {
  return TEXT_COMPARISONS[op](comparedQuery(searched), comparedQuery(wanted));
}
