// The one table of sentences for what went wrong (specification, section 8). Sentences in quotes there are used to the letter, mistakes included.

export const messages = {
  general: "Something went wrong!",
  unreadable: "Something went wrong",
  reported: "Our team has been notified about this.",
  done: "Success!",
  paymentRequired: "Payment is required",
  reindexUpgrade: (site: string) => `You need to upgrade ${site} to v7.11.0 or above to take advantage of this feature.`,
  cloneFailed: "An error occurred while cloning the index. Please try again.",
  deleteAppFailed: "An error occured while deleting the app. Please try again.",
  requestCopied: "Request copied to clipboard",
  requestNotCopied: "Couldn't copy request. Try again",
  replayed: "Request replayed successfully. Reload the view to see it",
  replayFailed: "Unable to replay the request. Try again",
  insightsNotFound: "Insights route Not Found",
  subscribe: (site: string) => `Are you using a valid ${site} ID? Subscribe to a plan to continue...`,
  paymentDelay: "A payment can take up to 1 hour to reflect.",
} as const;

export type FailureKind =
  | "status"
  | "server-refused"
  | "unreachable"
  | "engine-away"
  | "timeout"
  | "aborted"
  | "malformed"
  | "redirect"
  | "not-offered"
  | "not-allowed"
  | "read-only"
  | "protected"
  | "payment"
  | "console-full"
  | "late"
  | "other-document";

/** What a screen may know of a failed call. Plain data, so it goes to the browser with an error page. */
export type Failure = {
  kind: FailureKind;
  /** The status to answer with: the back end's own, or 502, 504 when there was none, 503 when only the engine behind it is away. */
  status: number;
  method: string;
  path: string;
  requestId: string;
  /** The back end's own words, where it said something. */
  detail?: string | undefined;
  /** The permission that the user lacks, where the console itself knows: "Develop". The 403 panel shows it. */
  missing?: string;
  /** Who can give it. */
  who?: string;
};

/** A balancer whose servers are away answers with a page of its own; a search server answers JSON. */
function isProxyWithoutServer({ status, detail }: Failure): boolean {
  return [502, 503, 504].includes(status) && (detail ?? "").startsWith("a web page");
}

/** The sentence for a failed call, in plain words. `detail` is shown beside it, never instead of it, when the status is 500 or more. */
export function failureMessage(failure: Failure): string {
  switch (failure.kind) {
    case "server-refused":
      return failure.detail ?? "This console may not call this server.";
    case "unreachable":
      return "The search server cannot be reached.";
    case "engine-away":
      return "The search server is there, but the cluster behind it cannot be reached.";
    case "timeout":
      return "The search server took too long to answer.";
    case "aborted":
      return "The request was given up before the answer came.";
    case "malformed":
      return "The search server answered with something that cannot be read.";
    case "other-document":
      return "The search server answered for another document than the one that it was asked for.";
    case "redirect":
      return "The search server answered with a redirect, which is not followed. Use the address it leads to.";
    case "not-offered":
      return "This server does not offer this.";
    case "payment":
      return messages.paymentRequired;
    case "late":
      return "This takes longer than usual.";
    case "console-full":
      return "The console's disk is full, so it cannot store this. Free disk space in its data folder, then try again.";
    case "not-allowed":
      return failure.detail ?? "Your user is not allowed to do this.";
    case "read-only":
      return "This server is read-only in this console (READ_ONLY_SERVERS).";
    case "protected":
      return "This server is protected and no writing window is open. Open one under Changes, then try again.";
    case "status":
      if (isProxyWithoutServer(failure)) return "The search server cannot be reached: a proxy before it says that it is away.";
      return failure.status >= 500 ? messages.general : (failure.detail ?? messages.unreadable);
  }
}

/** Why a change was not made, for the form that asked for it: what stands in the way, and what helps. */
export function changeFailed(failure: Failure): string {
  const said = failure.detail ?? "";
  // Elasticsearch 7.10: `index [x] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];`
  if (/read-only-allow-delete|FORBIDDEN\/12/.test(said)) {
    return "The index takes no changes: a disk of the search server is nearly full, so the engine has locked it. Deleting whole indices still works; once there is room again the lock goes by itself, or with the setting index.blocks.read_only_allow_delete.";
  }
  if (/blocked by: \[/.test(said)) return `The index takes no changes, for it is locked by its settings (index.blocks). The server said: ${said}`;
  if (failure.status === 429) return "The search server is too busy to take this now. Nothing was changed; try again in a moment.";
  switch (failure.kind) {
    case "unreachable":
    case "engine-away":
    case "timeout":
    case "aborted":
    case "malformed":
    case "other-document":
      return `${failureMessage(failure)} It is not known whether the change was made: look before you try again.`;
    case "payment":
      return `${messages.paymentRequired} for this, says the search server. Nothing was changed.`;
    case "not-allowed":
      if (failure.missing !== undefined)
        return `Requires the ${failure.missing} permission, which ${failure.who ?? "an administrator of this server"} can grant. Nothing was changed.`;
      return said === "" ? "Your user is not allowed to do this. Nothing was changed." : `Your user is not allowed to do this. The server said: ${said}`;
    case "read-only":
    case "protected":
      return `${failureMessage(failure)} Nothing was changed.`;
    case "status":
      return refusal(failure, said);
    default:
      return failureMessage(failure);
  }
}

/** What the server itself answered to a change, by its status. */
function refusal(failure: Failure, said: string): string {
  if (isProxyWithoutServer(failure) || (failure.status >= 500 && said !== "")) return `The search server failed. It said: ${said}`;
  if (failure.status >= 500)
    return `The search server failed (${failure.status}) and did not say why. It is not known whether the change was made: look before you try again.`;
  if (failure.status === 404) return said === "" ? "It is no longer there. Somebody may have deleted it." : said;
  if (failure.status === 409) return `Somebody else was faster. The server said: ${said === "" ? "409" : said}`;
  return said === "" ? `The engine refuses it (${failure.status}) and does not say why.` : `The engine refuses it: ${said}`;
}
