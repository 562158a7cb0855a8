import { isJsonObject, LosslessNumber, parseJson } from "@common/text/json";
import type { Case } from "./cases";

/**
 * One thing in which an answer differs from the recorded one. `path` is `status`, `header <name>`, or `body.<dotted
 * path>`.
 */
export type Difference = { path: string; expected: unknown; actual: unknown };
export type Answer = { status: number; headers: Record<string, string>; body: string };

const HEADERS = ["content-type", "www-authenticate", "location", "x-origin", "x-content-type-options"];
const CORS_HEADERS = [
  "vary",
  "access-control-allow-origin",
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-expose-headers",
];
// Lists whose order is random on the real server.
const SETS = /(^|\.)(categories|acls|allowed_actions)$/;
const ABSENT = "(absent)";

type Rules = { volatile: RegExp[]; exact: (path: string) => boolean; raw: readonly string[] };

function pathPattern(path: string): RegExp {
  const parts = path.split(".").map((part) => (part === "*" ? "[^.]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("\\.")}(\\.|$)`);
}

function rulesOf(recorded: Case): Rules {
  const volatile = recorded.volatile
    .filter((path) => path !== "" && path !== "#" && !path.endsWith("~keys"))
    .map(pathPattern);
  const exactPaths = Array.isArray(recorded.exact) ? recorded.exact.map(pathPattern) : [];
  return {
    volatile,
    raw: recorded.volatile,
    // Error messages always count.
    exact: (path) =>
      recorded.exact === true || path === "error.message" || exactPaths.some((pattern) => pattern.test(path)),
  };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return value instanceof LosslessNumber ? "number" : typeof value;
}

function sameText(expected: string, actual: string): boolean {
  if (!expected.includes("{{engine}}")) return expected === actual;
  return expected === actual.replace(/https?:\/\/[^/"]+/g, "{{engine}}");
}

function join(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
}

function sorted(list: unknown[]): unknown[] {
  return [...list].sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

function compareLists({
  expected,
  actual,
  path,
  rules,
  found,
}: {
  expected: unknown[];
  actual: unknown[];
  path: string;
  rules: Rules;
  found: Difference[];
}): void {
  const set = SETS.test(path);
  const left = set ? sorted(expected) : expected;
  const right = set ? sorted(actual) : actual;
  const anyLength = rules.raw.includes(join(path, "#"));
  if (!anyLength && left.length !== right.length) {
    found.push({ path: join(path, "#"), expected: left.length, actual: right.length });
  }
  // Where the number varies the items are others; one of each tells the shape.
  const count = anyLength ? Math.min(1, left.length, right.length) : Math.min(left.length, right.length);
  for (let place = 0; place < count; place++)
    compareValues({ expected: left[place], actual: right[place], path: join(path, place), rules, found });
}

function compareObjects({
  expected,
  actual,
  path,
  rules,
  found,
}: {
  expected: Record<string, unknown>;
  actual: Record<string, unknown>;
  path: string;
  rules: Rules;
  found: Difference[];
}): void {
  if (
    rules.raw.some(
      (rule) =>
        rule.endsWith("~keys") && new RegExp(`${pathPattern(rule.slice(0, -6)).source}`).test(path) && path !== "",
    )
  )
    return;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    compareValues({
      expected: key in expected ? expected[key] : ABSENT,
      actual: key in actual ? actual[key] : ABSENT,
      path: join(path, key),
      rules,
      found,
    });
  }
}

function compareValues({
  expected,
  actual,
  path,
  rules,
  found,
}: {
  expected: unknown;
  actual: unknown;
  path: string;
  rules: Rules;
  found: Difference[];
}): void {
  if (rules.volatile.some((pattern) => pattern.test(path))) return;
  if (expected === ABSENT || actual === ABSENT || typeOf(expected) !== typeOf(actual)) {
    found.push({ path, expected, actual });
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    compareLists({ expected, actual, path, rules, found });
  } else if (isJsonObject(expected) && isJsonObject(actual)) {
    compareObjects({ expected, actual, path, rules, found });
  } else if (rules.exact(path)) {
    const same =
      typeof expected === "string" && typeof actual === "string"
        ? sameText(expected, actual)
        : String(expected) === String(actual);
    if (!same) found.push({ path, expected, actual });
  }
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return parseJson(body);
  } catch {
    return body;
  }
}

// The engine makes the ids of new documents up, and they end the place that is told in the header.
function withoutMadeUpId(location: string | undefined, recorded: Case): string | undefined {
  return recorded.volatile.includes("_id") ? location?.replace(/[^/]+$/, "") : location;
}

function compareHeaders(recorded: Case, answer: Answer): Difference[] {
  const names = recorded.headersExact ? [...HEADERS, ...CORS_HEADERS] : HEADERS;
  return names
    .map((name) => {
      const known =
        name === "location"
          ? (value: string | undefined) => withoutMadeUpId(value, recorded)
          : (value: string | undefined) => value;
      return {
        path: `header ${name}`,
        expected: known(recorded.response.headers[name]) ?? ABSENT,
        actual: known(answer.headers[name]) ?? ABSENT,
      };
    })
    .filter(({ expected, actual }) => expected !== actual);
}

/** Every difference between a recorded answer and ours, by the rules that the case names. */
export function compareAnswer(recorded: Case, answer: Answer): Difference[] {
  const found: Difference[] = [];
  if (recorded.response.status !== answer.status)
    found.push({ path: "status", expected: recorded.response.status, actual: answer.status });
  found.push(...compareHeaders(recorded, answer));
  for (const piece of recorded.contains) {
    if (!answer.body.includes(piece))
      found.push({ path: "contains", expected: piece, actual: answer.body.slice(0, 200) });
  }
  if (recorded.volatile.includes("")) return found;
  const expected = parsed(recorded.response.body ?? "");
  const actual = parsed(answer.body);
  const inBody: Difference[] = [];
  if (typeof expected === "string" && typeof actual === "string") {
    if (expected !== actual) inBody.push({ path: "", expected, actual });
  } else {
    compareValues({ expected, actual, path: "", rules: rulesOf(recorded), found: inBody });
  }
  return [
    ...found,
    ...inBody.map((difference) => ({
      ...difference,
      path: difference.path === "" ? "body" : `body.${difference.path}`,
    })),
  ];
}
