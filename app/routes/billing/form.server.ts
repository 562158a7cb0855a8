import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { tierPrices } from "~/lib/access-control/prices";

const token = z
  .string({ error: "Enter the payment token." })
  .trim()
  .max(500, { error: "This is longer than payment tokens are." })
  .regex(/^[A-Za-z0-9_-]+$/, { error: "A payment token has letters, digits, and underscores only." });
const tiers = tierPrices.map(({ tier }) => tier);

export const SubscribeSchema = z.object({
  plan: z.string({ error: "Choose a plan." }).refine((tier) => tiers.includes(tier), { error: "Choose a plan." }),
  token,
});
export const subscribeConstraint = getZodConstraint(SubscribeSchema);
export type SubscribeShape = z.input<typeof SubscribeSchema>;

export const PaymentSchema = z.object({ token });
export const paymentConstraint = getZodConstraint(PaymentSchema);
export type PaymentShape = z.input<typeof PaymentSchema>;

const answer = z.string().trim().max(500, { error: "Use at most 500 characters." }).optional();

export const UsageSchema = z.object({ company: answer, use_case: answer, monthly_searches: answer, documents: answer });
export const usageConstraint = getZodConstraint(UsageSchema);
export type UsageShape = z.input<typeof UsageSchema>;

/** The answers as they are sent: one that was emptied is sent empty, for the account service keeps what is left out. */
export function answersOf(given: z.output<typeof UsageSchema>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(UsageSchema.shape).map((name) => [name, given[name as keyof typeof given] ?? ""]),
  );
}
