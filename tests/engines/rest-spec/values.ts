/** What a test has put aside under a name, `$body` among it. */
export type Stash = Map<string, unknown>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `$name` and `${name}` replaced by what was put aside, in keys and values alike. */
export function fillIn(value: unknown, stash: Stash): unknown {
  if (typeof value === "string") {
    const whole = /^\$\{?([\w.-]+)\}?$/.exec(value)?.[1];
    if (whole !== undefined && stash.has(whole)) return stash.get(whole);
    return value.replace(/\$\{([\w.-]+)\}/g, (match, name: string) =>
      stash.has(name) ? String(stash.get(name)) : match,
    );
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, stash));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [String(fillIn(key, stash)), fillIn(item, stash)]),
  );
}

/** The value at a dotted path of the last answer; `\.` is a dot in a name, `_arbitrary_key_` the first key there is. */
export function valueAt(body: unknown, path: string, stash: Stash): unknown {
  if (path === "" || path === "$body") return body;
  const steps = path.split(/(?<!\\)\./).map((step) => String(fillIn(step.replaceAll("\\.", "."), stash)));
  let value = body;
  for (const step of steps[0] === "$body" ? steps.slice(1) : steps) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value)) {
      if (step === "_arbitrary_key_") return Object.keys(value)[0];
      value = value[step];
    } else return undefined;
  }
  return value;
}

/** Equal as the suite means it: `1` equals `1.0`, a text in slashes is a regular expression with comments. */
export function fits(actual: unknown, expected: unknown): boolean {
  if (typeof expected === "string" && /^\s*\/[\s\S]*\/\s*$/.test(expected)) {
    const pattern = expected.trim().slice(1, -1);
    const source = pattern
      .replace(/(?<!\\)#.*$/gm, "")
      .replace(/(?<!\\)\s+/g, "")
      .replace(/\\ /g, " ")
      .replace(/\\#/g, "#");
    return new RegExp(source, "m").test(typeof actual === "string" ? actual : JSON.stringify(actual));
  }
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) && actual.length === expected.length && expected.every((item, i) => fits(actual[i], item))
    );
  if (isRecord(expected)) {
    if (!isRecord(actual)) return false;
    const keys = Object.keys(expected);
    return keys.length === Object.keys(actual).length && keys.every((key) => fits(actual[key], expected[key]));
  }
  if (typeof expected === "number" && typeof actual === "number")
    return Math.abs(actual - expected) <= Math.abs(expected) * 1e-6;
  return actual === expected || (expected === null && actual === undefined);
}

/** False, null, an empty text, 0 and what is not there are not true. */
export function isTrue(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== false &&
    value !== "" &&
    value !== 0 &&
    value !== "false" &&
    value !== "0"
  );
}

/** Length of a text or list, or number of keys. */
export function lengthOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : -1;
}
