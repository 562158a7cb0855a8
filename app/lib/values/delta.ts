// Deltas of diff-match-patch as the field's servers write them, in Go: `=8<tab>-8<tab>+m<tab>=6` keeps eight
// characters, drops eight, adds an "m", keeps six. Its lengths are counted in code points, those of the library for
// JavaScript in halves of them, so that library cannot read them.

type Step = { sign: "=" | "-"; length: number } | { sign: "+"; text: string };

function stepsOf(delta: string): Step[] | undefined {
  const steps: Step[] = [];
  for (const token of delta.split("\t")) {
    if (token === "") continue;
    const [sign, value] = [token[0], token.slice(1)];
    if (sign === "+") {
      try {
        steps.push({ sign, text: decodeURIComponent(value) });
      } catch {
        return undefined;
      }
    } else if ((sign === "=" || sign === "-") && /^\d+$/.test(value)) steps.push({ sign, length: Number(value) });
    else return undefined;
  }
  return steps;
}

/**
 * The text that a delta makes of another; undefined where it is not one of that text. An empty delta changes nothing.
 */
export function applyDelta(base: string, delta: string): string | undefined {
  if (delta === "") return base;
  const steps = stepsOf(delta);
  if (steps === undefined) return undefined;
  // Keeping all there is needs no count: headers are written in ways that differ in length.
  if (steps.every(({ sign }) => sign === "=")) return base;
  const letters = [...base];
  const made: string[] = [];
  let at = 0;
  for (const step of steps) {
    if (step.sign === "+") made.push(step.text);
    else {
      if (step.sign === "=") made.push(letters.slice(at, at + step.length).join(""));
      at += step.length;
    }
  }
  return at === letters.length ? made.join("") : undefined;
}
