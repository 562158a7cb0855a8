/** Whether a name is among those that a pattern with `*` and `?` meets. Linear in the name for each star; no expression is made of the pattern. */
export function patternMeets(pattern: string, name: string): boolean {
  let [p, n, star, from] = [0, 0, -1, 0];
  while (n < name.length) {
    if (p < pattern.length && (pattern[p] === "?" || (pattern[p] === name[n] && pattern[p] !== "*"))) {
      p++;
      n++;
    } else if (pattern[p] === "*") {
      [star, from] = [p, n];
      p++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++from;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
