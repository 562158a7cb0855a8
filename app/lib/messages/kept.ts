/** What the failure of a save says of the draft: true while its page is there. */
export const KEPT = "Your changes are kept.";
