import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { windowMinutes } from "./window-minutes";

export const WindowSchema = z.object({
  reason: z
    .string({ error: "Say why the window is opened." })
    .trim()
    .min(3, { error: "Say why the window is opened." })
    .max(200),
  minutes: z.coerce
    .number({ error: "Choose how long." })
    .refine((minutes) => windowMinutes.includes(minutes), { error: "Choose how long." }),
});
export const windowConstraint = getZodConstraint(WindowSchema);
export type WindowShape = z.input<typeof WindowSchema>;
