/** As Lucene's LevenshteinDistance: 1 for the same, 0 for nothing in common. */
function likeness(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - (row[b.length] ?? 0) / longest;
}

/** Names beyond these are not compared: a longer one is like none, and who sends so many has not misspelt one. */
const LONGEST_LIKE = 60;
const MOST_LIKE = 20;

function guess(name: string, known: readonly string[]): string {
  if (name.length > LONGEST_LIKE) return "";
  const scored = known
    .map((candidate) => ({ candidate, score: likeness(name, candidate) }))
    .filter(({ score }) => score > 0.5);
  const names = scored
    .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
  if (names.length === 0) return "";
  return ` -> did you mean ${names.length === 1 ? `[${names[0]}]` : `any of [${names.join(", ")}]`}?`;
}

/** Elasticsearch's sentence on URL parameters that a call does not know (`BaseRestHandler.unrecognized`). */
export function unrecognized({
  path,
  names,
  known,
}: {
  path: string;
  names: readonly string[];
  known: readonly string[];
}): string {
  const list = [...names]
    .sort()
    .map((name, place) => `[${name}]${place < MOST_LIKE ? guess(name, [...new Set(known)]) : ""}`);
  return `request [${path}] contains unrecognized parameter${names.length > 1 ? "s" : ""}: ${list.join(", ")}`;
}
