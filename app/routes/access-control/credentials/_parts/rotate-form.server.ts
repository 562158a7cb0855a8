import * as z from "zod";

/** How long the old password stays valid: a week at most. */
export const RotateSchema = z.object({ minutes: z.number({ error: "Choose a time." }).int().min(0).max(10_080) });
