import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";

/** A code of an authenticator, or a recovery code. */
export const CodeSchema = z.object({
  code: z.string({ error: "Enter a code." }).trim().max(100, { error: "A code is shorter." }),
});
/** The same at the sign-in, which leads on from there. */
export const SignInCodeSchema = CodeSchema.extend({ redirectTo: z.string().max(4000).optional() });
export const codeConstraint = getZodConstraint(CodeSchema);
export type CodeShape = z.input<typeof CodeSchema>;
