import { getZodConstraint } from "@conform-to/zod/v4";
import { MAIL_LIMITS } from "@common/limits/mail";
import * as z from "zod";
import { scheduleShape } from "~/lib/schedule/schema.server";

const MOST_RECIPIENTS = MAIL_LIMITS.recipientsOfReport.most;

/** Addresses as somebody writes them down: by line, comma or semicolon; each once. */
function addressesIn(text: string): string[] {
  const given = text.split(/[\s,;]+/).filter((part) => part !== "");
  return given.filter(
    (address, at) => given.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === at,
  );
}

const one = z.email().max(254);

const recipients = z
  .string({ error: "Enter at least one address." })
  .max(10_000, { error: `Enter at most ${MOST_RECIPIENTS} addresses.` })
  .transform((text, context) => {
    const addresses = addressesIn(text);
    const wrong = addresses.filter((address) => !one.safeParse(address).success);
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    if (addresses.length === 0) refuse("Enter at least one address.");
    if (addresses.length > MOST_RECIPIENTS) refuse(`Enter at most ${MOST_RECIPIENTS} addresses.`);
    for (const address of wrong.slice(0, 3)) refuse(`${address.slice(0, 100)} is not an e-mail address.`);
    return addresses;
  });

export const MailSchema = z.object({
  label: z
    .string({ error: "Enter a label." })
    .trim()
    .min(1, { error: "Enter a label." })
    .max(80, { error: "Use at most 80 characters." })
    .regex(/^\P{Cc}*$/u, { error: "Use one line." }),
  recipients,
  ...scheduleShape({ daily: false }),
});

export const mailConstraint = getZodConstraint(MailSchema);
export type MailShape = z.input<typeof MailSchema>;
