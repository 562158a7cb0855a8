import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { isTimeZone } from "~/lib/dates";

export const PreferencesSchema = z.object({
  theme: z.enum(["light", "dark", "system"], { error: "Choose one of the three." }),
  zone: z.string().refine(isTimeZone, { error: "This is no time zone. Write it like Europe/Oslo, or leave it empty." }).optional(),
  lite: z.enum(["auto", "on", "off"], { error: "Choose one of the three." }),
  listView: z.enum(["list", "grid"], { error: "Choose one of the two." }),
  systemIndices: z.boolean().default(false),
});

export const preferencesConstraint = getZodConstraint(PreferencesSchema);
export type PreferencesShape = z.input<typeof PreferencesSchema>;
