/**
 * How many letters have to be typed otherwise, left out, put in, or swapped with their neighbour, to get from one text
 * to another; undefined where it takes more than `most`.
 */
export function editDistance(one: string, other: string, most: number): number | undefined {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > most) return undefined;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const typed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(typed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swapped ? (before[j - 2] ?? 0) + 1 : typed));
    }
    if (Math.min(...row) > most) return undefined;
    [before, last] = [last, row];
  }
  const distance = last[b.length] ?? 0;
  return distance > most ? undefined : distance;
}
