import { refererFits } from "@common/referers";
import { unauthorized } from "../http/errors";
import type { Permission } from "../permissions/schema";

export { refererFits };

/** Refuses a credential whose referers do not admit the call's Referer header. */
export function checkReferer(permission: Permission, referer: string): void {
  if (permission.referers.some((pattern) => refererFits(pattern, referer))) return;
  throw unauthorized("permission doesn't have required referers");
}
