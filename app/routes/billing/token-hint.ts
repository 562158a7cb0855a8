/** Cards are typed at the payment provider alone: this console never sees their numbers. */
export const tokenHint = "Card details do not pass through this console. Your payment provider's page gives a token for the card.";
