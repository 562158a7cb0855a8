import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { keyProblem } from "~/services/access-control/roles/public-key.server";

/** Of a PEM text: a key of 16,384 bits has some 3,000 characters. */
const MOST_KEY = 20_000;

export const KeySchema = z.object({
  key: z
    .string({ error: "Paste the public key." })
    .max(MOST_KEY, { error: "This is longer than any public key." })
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .superRefine((text, context) => {
      const message = keyProblem(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    }),
  claim: z
    .string({ error: "Enter the name of the claim." })
    .trim()
    .min(1)
    .max(200, { error: "Use at most 200 characters." }),
});
export const keyConstraint = getZodConstraint(KeySchema);
export type KeyShape = z.input<typeof KeySchema>;

export const RolesSchema = z.object({
  roles: z
    .array(
      z.object({
        credential: z.string(),
        role: z.string().trim().max(500, { error: "Use at most 500 characters." }).default(""),
        /** As the page had it: rows that nobody changed are left alone, whatever they became meanwhile. */
        was: z.string().default(""),
      }),
    )
    .default([]),
});
export type RolesShape = { roles: { credential: string; role: string; was: string }[] };

export const TokenSchema = z.object({
  token: z
    .string({ error: "Paste a token." })
    .max(20_000, { error: "This is longer than servers take." })
    .transform((text) => text.trim().replace(/^bearer\s+/i, "")),
});
export type TokenShape = z.input<typeof TokenSchema>;
