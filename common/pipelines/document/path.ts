import { DOCUMENT_LIMITS } from "./limits";

// A pipeline that took one of these would lock out whoever comes to take it away.
const MANAGEMENT = new Set([
  "_pipeline",
  "_pipelines",
  "_user",
  "_users",
  "_permission",
  "_permissions",
  "_role",
  "_publickey",
  "_public_key",
  "_second_factor",
  "user",
  "arc",
  "readyz",
  "healthz",
]);

const PARAMETER = /^(?:\{([\w-]+)\}|:([\w-]+))$/;

/** Whether a first segment leads to the management of this server, which no pipeline answers. */
export function isManagement(segment: string): boolean {
  return MANAGEMENT.has(segment.toLowerCase());
}

/** The segments of the path of a route; slashes at the end and double ones say nothing. */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** The name of a segment that stands for any value, `{id}` or `:id`; null for one that stands for itself. */
export function parameterOf(segment: string): string | null {
  const found = PARAMETER.exec(segment);
  return found ? (found[1] ?? found[2] ?? null) : null;
}

function parameterFault(segments: readonly string[]): string | null {
  const odd = segments.find((segment) => /[{}]|^:/.test(segment) && parameterOf(segment) === null);
  if (odd !== undefined) return `${JSON.stringify(odd)}: a parameter is a whole segment, {name} or :name`;
  const names = segments.flatMap((segment) => parameterOf(segment) ?? []);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) return `the parameter ${twice} stands there twice`;
  return names.includes("__proto__") ? "the parameter __proto__ is not allowed" : null;
}

/** Why a path cannot be that of a route; null for one that can. */
export function pathFault(path: string): string | null {
  if (path.length > DOCUMENT_LIMITS.pathLength) return `is longer than ${DOCUMENT_LIMITS.pathLength} characters`;
  if (/\p{Cc}/u.test(path)) return "has control characters in it";
  if (/[?#]/.test(path)) return "is a path alone: no ? and no #";
  if (path.includes("%")) return "holds a %: write the characters themselves, not their codes";
  const segments = segmentsOf(path);
  if (path.includes("..") || segments.includes(".")) return "has dots that lead elsewhere";
  const [first] = segments;
  if (first === undefined) return "is the address of the server itself, by which clients know what it is";
  if (isManagement(first)) return `/${first} belongs to the management of this server, which no pipeline answers`;
  return parameterFault(segments);
}

/** A path in the form in which it is kept: a slash before each segment and none at the end. */
export function normalPath(path: string): string {
  return `/${segmentsOf(path.trim()).join("/")}`;
}
