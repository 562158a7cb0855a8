import type { Crumb } from "~/navigation/handle";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";

/**
 * The path of the shares of an index, or of a page under them. One step deeper than a credential, so that none is in
 * the way.
 */
export function sharesPath(index: string, page?: "add" | "end", query: { user?: string } = {}): string {
  return screenPath(appLevel(index), "credentials", {
    rest: ["app", page === undefined ? "shares" : `${page}-share`],
    query,
  });
}

export const shareCrumbs =
  (label?: string) =>
  ({ at }: { at: LevelRef }): Crumb[] =>
    label === undefined ? [{ label: "Shares" }] : [{ label: "Shares", to: sharesPath(at.app ?? "") }, { label }];

export const accessOf = (ops: readonly string[]) =>
  ops.includes("write")
    ? ops.includes("read")
      ? "Read and write"
      : "Write-only"
    : ops.includes("read")
      ? "Read-only"
      : null;
