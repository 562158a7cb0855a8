import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { tierPrices } from "~/lib/access/prices";

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
