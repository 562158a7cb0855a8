import * as z from "zod";
import { isTimeZone } from "~/lib/values/dates";

const whole = ({ from, to, error }: { from: number; to: number; error: string }) =>
  z.number({ error }).int({ error }).min(from, { error }).max(to, { error });

/** The fields of a form that says when; `daily` where every day may be chosen. */
export const scheduleShape = ({ daily }: { daily: boolean }) => ({
  weekday: whole({ from: daily ? 0 : 1, to: 7, error: "Choose a day." }),
  hour: whole({ from: 0, to: 23, error: "Choose a time." }),
  zone: z
    .string({ error: "Enter a time zone." })
    .trim()
    .refine((zone) => zone.length <= 64 && isTimeZone(zone), { error: "Enter a time zone like Europe/Oslo." }),
});
