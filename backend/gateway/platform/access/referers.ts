import { refererFits } from "@common/access-control/referers";
import { unauthorized } from "../http/errors";
import type { Credential } from "../auth/credential";

export { refererFits };

/** Refuses a credential whose referers do not admit the call's Referer header. */
export function checkReferer(credential: Credential, referer: string): void {
  if (credential.referers.some((pattern) => refererFits(pattern, referer))) return;
  throw unauthorized("permission doesn't have required referers");
}
