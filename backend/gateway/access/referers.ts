import { unauthorized } from "../http/errors";
import type { Permission } from "../permissions/schema";

/** Matches a text against a pattern in which only `*` is special, anywhere in the text, in time linear in its length for each star. */
function contains(text: string, pattern: string): boolean {
  const pieces = pattern.split("*");
  let place = 0;
  for (const piece of pieces) {
    const found = text.indexOf(piece, place);
    if (found < 0) return false;
    place = found + piece.length;
  }
  return true;
}

/** Refuses a credential whose referers do not admit the call's Referer header. As in the real server a pattern may match anywhere in it [recorded]. */
export function checkReferer(permission: Permission, referer: string): void {
  if (permission.referers.some((pattern) => contains(referer, pattern))) return;
  throw unauthorized("permission doesn't have required referers");
}
