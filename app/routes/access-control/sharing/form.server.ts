import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";

export const ShareSchema = z.object({
  email: z.email({ error: "Enter an e-mail address." }).trim().max(254),
  access: z.enum(["read", "both"], { error: "Choose the access." }),
  description: z.string().trim().max(200, { error: "Use at most 200 characters." }).default(""),
});
export const shareConstraint = getZodConstraint(ShareSchema);
export type ShareShape = z.input<typeof ShareSchema>;
