import * as z from "zod";

/** The stored key: base64 of the PEM text, and the claim that names the role. */
export const PublicKeySchema = z.object({ public_key: z.string(), role_key: z.string() });
export type PublicKey = z.infer<typeof PublicKeySchema>;

/** Body of PUT. */
export const PublicKeyBodySchema = z.object({ public_key: z.string().nullish(), role_key: z.string().nullish() });
