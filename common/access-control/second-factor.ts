/** The header that carries the proof of a second factor, and that tells of a call that lacks it. */
export const SECOND_FACTOR = "x-second-factor";
/** What a call without a proof is refused with, after the right password alone. */
export const SECOND_FACTOR_REQUIRED = "second factor required";
/** What a code is refused with for a user who has no second factor. */
export const NO_SECOND_FACTOR = "this user has no second factor";
/** Longest time for which a proof is good, in minutes: 30 days. */
export const MOST_PROOF_MINUTES = 30 * 24 * 60;
