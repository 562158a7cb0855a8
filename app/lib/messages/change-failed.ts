import { type Failure, failureMessage, isProxyWithoutServer, messages } from "./user-messages";

/**
 * One reason why a change was not made. `says` gets the failure and the server's own words, empty if it said nothing.
 */
type Refusal = { is: (failure: Failure, said: string) => boolean; says: (failure: Failure, said: string) => string };

const NOTHING = "Nothing was changed.";
const NOT_KNOWN = "It is not known whether the change was made: look before you try again.";

const kind =
  (...kinds: Failure["kind"][]) =>
  (failure: Failure) =>
    kinds.includes(failure.kind);
const status = (code: number) => (failure: Failure) => failure.status === code;

/** The one table of what a form says of a change that was not made: the first row that fits. */
const refusals: Record<string, Refusal> = {
  // Elasticsearch 7.10: `index [x] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index
  // has read-only-allow-delete block];`
  engineFull: {
    is: (_, said) => /read-only-allow-delete|FORBIDDEN\/12/.test(said),
    says: () =>
      "The index takes no changes: a disk of the search server is nearly full, so the engine has locked it. Deleting whole indices still works; once there is room again the lock goes by itself, or with the setting index.blocks.read_only_allow_delete.",
  },
  locked: {
    is: (_, said) => /blocked by: \[/.test(said),
    says: (_, said) =>
      `The index takes no changes, for it is locked by its settings (index.blocks). The server said: ${said}`,
  },
  busy: {
    is: status(429),
    says: () => `The search server is too busy to take this now. ${NOTHING.slice(0, -1)}; try again in a moment.`,
  },
  away: {
    is: kind("unreachable", "engine-away", "timeout", "aborted", "malformed", "other-document"),
    says: (failure) => `${failureMessage(failure)} ${NOT_KNOWN}`,
  },
  payment: {
    is: kind("payment"),
    says: () => `${messages.paymentRequired} for this, says the search server. ${NOTHING}`,
  },
  // One feature of a plan, where the server says which: its words help.
  plan: { is: kind("plan"), says: (failure, said) => `${failureMessage(failure)} ${NOTHING} The server said: ${said}` },
  rightMissing: {
    is: (failure) => failure.kind === "not-allowed" && failure.missing !== undefined,
    says: ({ missing, who }) =>
      `Requires the ${missing} permission, which ${who ?? "an administrator of this server"} can grant. ${NOTHING}`,
  },
  notAllowed: {
    is: kind("not-allowed"),
    says: (_, said) => `Your user is not allowed to do this. ${said === "" ? NOTHING : `The server said: ${said}`}`,
  },
  protected: { is: kind("read-only", "protected"), says: (failure) => `${failureMessage(failure)} ${NOTHING}` },
  other: { is: (failure) => failure.kind !== "status", says: failureMessage },
  failedWithWords: {
    is: (failure, said) => isProxyWithoutServer(failure) || (failure.status >= 500 && said !== ""),
    says: (_, said) => `The search server failed. It said: ${said}`,
  },
  failed: {
    is: (failure) => failure.status >= 500,
    says: (failure) => `The search server failed (${failure.status}) and did not say why. ${NOT_KNOWN}`,
  },
  gone: {
    is: status(404),
    says: (_, said) => (said === "" ? "It is no longer there. Somebody may have deleted it." : said),
  },
  conflict: {
    is: status(409),
    says: (_, said) => `Somebody else was faster. The server said: ${said === "" ? "409" : said}`,
  },
  refused: {
    is: () => true,
    says: (failure, said) =>
      said === ""
        ? `The engine refuses it (${failure.status}) and does not say why.`
        : `The engine refuses it: ${said}`,
  },
};
const rows = Object.values(refusals);

/** Why a change was not made, for the form that asked for it: what stands in the way, and what helps. */
export function changeFailed(failure: Failure): string {
  const said = failure.detail ?? "";
  return rows.find(({ is }) => is(failure, said))?.says(failure, said) ?? failureMessage(failure);
}
