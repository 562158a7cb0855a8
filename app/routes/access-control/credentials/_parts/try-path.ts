import type { LevelRef } from "~/navigation/paths";
import type { ExampleCall } from "./example-call";
import { credentials } from "./thing";

/**
 * The trial of a call that a credential may make, on the credential's page; null where none is known. A dry run: the
 * server says whether it would let the call in, and sends nothing.
 */
export function tryPath(
  at: LevelRef,
  { name, example, referer }: { name: string; example: ExampleCall | null; referer: string },
): string | null {
  if (example === null) return null;
  const { method, path } = example;
  return `${credentials.path(at, { id: name, query: { method, path, referer: referer || null } })}#try`;
}

const withoutLastStars = (pattern: string): string =>
  pattern.endsWith("*") ? withoutLastStars(pattern.slice(0, -1)) : pattern;

/** A page that a pattern admits; undefined where none can be told from it. */
function pageOf(pattern: string): string | undefined {
  const start = withoutLastStars(pattern);
  if (start.includes("*")) return undefined;
  if (/^https?:\/\/[^/]/.test(start)) return start;
  return /^[\w-]+(?:\.[\w-]+)+$/.test(start) ? `https://${start}/` : undefined;
}

/**
 * A page that the referers of a credential admit, the first that says one; empty where any page does, and where none can
 * be told from a pattern.
 */
export function fittingReferer(referers: readonly string[]): string {
  if (referers.some((pattern) => withoutLastStars(pattern) === "")) return "";
  return referers.map(pageOf).find((page) => page !== undefined) ?? "";
}
