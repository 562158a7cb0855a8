import "~/kit.client";
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

export type FailureKind = "status" | "unreachable" | "timeout" | "aborted" | "malformed" | "redirect" | "not-offered" | "not-allowed" | "payment";

/** What a screen may know of a failed call. Plain data, so it goes to the browser with an error page. */
export type Failure = {
  kind: FailureKind;
  /** The status to answer with: the back end's own, or 502, 504 when there was none. */
  status: number;
  method: string;
  path: string;
  requestId: string;
  /** The back end's own words, where it said something. */
  detail?: string;
  /** Set on a panel of the 403 kind: the action of this console that is missing. */
  missing?: string;
};

/** The sentence for a failed call, in plain words. `detail` is shown beside it, never instead of it, when the status is 500 or more. */
export function failureMessage(failure: Failure): string {
  switch (failure.kind) {
    case "unreachable":
      return "The search server cannot be reached.";
    case "timeout":
      return "The search server took too long to answer.";
    case "aborted":
      return "The request was given up before the answer came.";
    case "malformed":
      return "The search server answered with something that cannot be read.";
    case "redirect":
      return "The search server answered with a redirect, which is not followed. Use the address it leads to.";
    case "not-offered":
      return "This server does not offer this.";
    case "payment":
      return messages.paymentRequired;
    case "not-allowed":
      return failure.detail ?? "Your user may not do this.";
    case "status":
      return failure.status >= 500 ? messages.general : (failure.detail ?? messages.unreadable);
  }
}
