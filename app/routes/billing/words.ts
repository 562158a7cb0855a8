/** Cards are typed at the payment provider alone: this console never sees their numbers. */
export const tokenHint =
  "Card details do not pass through this console. Your payment provider's page gives a token for the card.";

/** The answer to a form about money where there is nothing to pay. */
export const nothingPayable =
  "There is nothing to pay here: the server has no billing, or this console shows a demo plan (DEMO_TIER).";
