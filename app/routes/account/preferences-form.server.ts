import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { isTimeZone } from "~/lib/values/dates";

export const PreferencesSchema = z.object({
  theme: z.enum(["light", "dark", "system"], { error: "Choose an option." }),
  zone: z
    .string()
    .refine(isTimeZone, { error: "Not a time zone. Write it like Europe/Oslo, or leave it empty." })
    .optional(),
  lite: z.enum(["auto", "on", "off"], { error: "Choose an option." }),
  listView: z.enum(["list", "grid"], { error: "Choose an option." }),
  systemIndices: z.boolean().default(false),
  firstSteps: z.boolean().default(false),
});

export const preferencesConstraint = getZodConstraint(PreferencesSchema);
export type PreferencesShape = z.input<typeof PreferencesSchema>;
