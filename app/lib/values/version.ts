/**
 * Whether a version is another one or later, by its numbers between points; a part beyond the end of the shorter one
 * counts as 0. False for what is no version, as published dashboards compare (specification, section 5).
 */
export function isAtLeast(version: string | null, wanted: string): boolean {
  const [left, right] = [partsOf(version ?? ""), partsOf(wanted)];
  if (left === undefined || right === undefined) return false;
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const by = (left[at] ?? 0) - (right[at] ?? 0);
    if (by !== 0) return by > 0;
  }
  // What comes before a release: `8.0.0-rc1`.
  return !(version ?? "").includes("-");
}

function partsOf(version: string): number[] | undefined {
  const [release = ""] = version.split("-");
  const parts = release.split(".");
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : undefined;
}

/**
 * The version of a server that is too old for what came with `wanted`; null for one that is not, or does not tell.
 * Serverless ones are always new.
 */
export function olderThan(
  { version, imageType }: { version: string | null; imageType: string | null },
  wanted: string,
): string | null {
  return version === null || (imageType ?? "").includes("sls") || isAtLeast(version, wanted) ? null : version;
}
