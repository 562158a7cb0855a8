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

/**
 * A page that the referers of a credential admit, the first that says one; empty where any page does, and where none can
 * be told from a pattern.
 */
export function fittingReferer(referers: readonly string[]): string {
  if (referers.length === 0 || referers.some((pattern) => /^\*+$/.test(pattern))) return "";
  const [page = ""] = referers
    .map((pattern) => pattern.replace(/\*+$/, ""))
    .filter((start) => /^https?:\/\/[^*/]+/.test(start) && !start.includes("*"));
  return page;
}
