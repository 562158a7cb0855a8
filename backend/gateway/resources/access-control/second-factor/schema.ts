import * as z from "zod";
import { MOST_PROOF_MINUTES } from "@common/access-control/second-factor";

/**
 * A user's second factor. It is in force where `generation` is not empty. Nothing of it may make the record unreadable:
 * one that cannot be read would be taken for none, and the wall be open.
 */
export const FactorSchema = z.object({
  username: z.string().catch(""),
  /** Another one whenever the factor is: proofs are bound to it. */
  generation: z.string().catch("unreadable"),
  /** The shared secret, sealed. */
  secret: z.string().catch(""),
  /** The last time step of which a code was taken: none of it or before it counts again. */
  last_step: z.number().catch(0),
  /** Hashes of the recovery codes that are left. */
  recovery: z.array(z.string()).catch([]),
  since: z.string().catch(""),
  /** A secret that waits for its first code, sealed, and until when, in ms. */
  pending: z.string().catch(""),
  pending_until: z.number().catch(0),
});
export type Factor = z.infer<typeof FactorSchema>;

export const KeySchema = z.object({ key: z.string().min(32) });

const code = z.string().min(1).max(100);
const minutes = z
  .number()
  .int()
  .min(1)
  .max(MOST_PROOF_MINUTES)
  .default(12 * 60);

export const BeginSchema = z.object({
  code: code.optional(),
  issuer: z.string().min(1).max(100).default("Searchdeck"),
});
export const ProofSchema = z.object({ code, minutes });
export const CodeSchema = z.object({ code });
