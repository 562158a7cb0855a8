// Sentences for single calls (specification, section 8), used to the letter, mistakes included; what every page may
// have to say is in user-messages.ts.

export const callMessages = {
  done: "Success!",
  reindexUpgrade: (server: string) =>
    `You need to upgrade ${server} to v7.11.0 or above to take advantage of this feature.`,
  cloneFailed: "An error occurred while cloning the index. Please try again.",
  deleteAppFailed: "An error occured while deleting the app. Please try again.",
  requestCopied: "Request copied to clipboard",
  requestNotCopied: "Couldn't copy request. Try again",
  replayed: "Request replayed successfully. Reload the view to see it",
  replayFailed: "Unable to replay the request. Try again",
  insightsNotFound: "Insights route Not Found",
} as const;
