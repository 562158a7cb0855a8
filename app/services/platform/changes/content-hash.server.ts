import { createHash } from "node:crypto";

/**
 * A word of a text, of 22 characters: another one as soon as anything in it changes. Pages show it, and saves name it,
 * where a server counts no versions.
 */
export const contentHash = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);
