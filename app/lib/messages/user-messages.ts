// The one table of sentences for what went wrong (specification, section 8). Sentences in quotes there are used to the
// letter, mistakes included. Those of single screens are in call-messages.ts, for this file goes to every page.

export const messages = {
  general: "Something went wrong!",
  unreadable: "Something went wrong",
  reported: "Our team has been notified about this.",
  paymentRequired: "Payment is required",
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
  | "plan"
  | "not-here"
  | "console-full"
  | "late"
  | "other-document"
  /** Answered with a 2xx that says itself that nothing came of it. */
  | "not-done";

/** What a screen may know of a failed call. Plain data, so it goes to the browser with an error page. */
export type Failure = {
  kind: FailureKind;
  /**
   * The status to answer with: the back end's own, or 502, 504 when there was none, 503 when only the engine behind it
   * is away.
   */
  status: number;
  method: string;
  path: string;
  requestId: string;
  /** The back end's own words, where it said something. */
  detail?: string | undefined;
  /**
   * The permission that the user lacks, where the console itself knows: "Develop". The 403 panel shows it. Of kind
   * `plan`: what the plan lacks, as a sentence.
   */
  missing?: string;
  /** Who can give it; of kind `plan`, the plans that have it. */
  who?: string;
};

/** A balancer whose servers are away answers with a page of its own; a search server answers JSON. */
export function isProxyWithoutServer({ status, detail }: Failure): boolean {
  return [502, 503, 504].includes(status) && (detail ?? "").startsWith("a web page");
}

/**
 * The sentence for a failed call, in plain words. `detail` is shown beside it, never instead of it, when the status is
 * 500 or more.
 */
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
    case "not-here":
      return failure.detail ?? "";
    case "plan":
      return failure.missing === undefined
        ? "This is not part of the plan of this server."
        : `${failure.missing}. It is part of ${failure.who ?? "another plan"}.`;
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
    case "not-done":
      return failure.detail ?? "The search server did not do it.";
    case "status":
      if (isProxyWithoutServer(failure))
        return "The search server cannot be reached: a proxy before it says that it is away.";
      return failure.status >= 500 ? messages.general : (failure.detail ?? messages.unreadable);
  }
}
