/**
 * Whether a refusal says that the index takes no writes: block 8, which the end of a re-index puts on for a moment, or
 * somebody for good.
 */
export function isLocked(reason: string): boolean {
  return reason.includes("FORBIDDEN/8/");
}
