// The whole name or its end: `client_secret`, `X-Api-Key`, `newPassword`; `tokenizer` and `secretary` are none.
const SECRET_NAME =
  /(?:password|passwd|passphrase|passcode|pwd|secret|token|apikey|authorization|cookie|privatekey|publickey|secretkey|accesskey|secondfactor)s?$/;
/** Names that end so and hold no secret. `tokens` are those of an analysis and of figures. */
const OPEN_NAMES = new Set(["tokens", "maxtokens", "inputtokens", "outputtokens", "secrets", "cookies"]);
/** A name is looked at by so many of its last characters. */
const LOOKED_AT = 64;

/**
 * What may hold a secret, by a text that is looked for without reading it: whatever has none of these needs no look at
 * all.
 */
export const MAY_HOLD_SECRET =
  /passw|passp|passc|secret|token|api.?key|private.?key|public.?key|access.?key|second.?factor|authorization|cookie|\\u00|bearer|basic|pwd|:\/\/[^\s/"]{0,200}@|"endpoint"|%[2-7][0-9a-f]/i;

/**
 * Whether a member, a header or a parameter of this name holds a secret: a password, a key, a token, a cookie,
 * `Authorization`. Case, hyphens, underscores, dots and blanks are left aside.
 */
export function isSecretName(name: string): boolean {
  const plain = name
    .slice(-LOOKED_AT)
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  return !OPEN_NAMES.has(plain) && SECRET_NAME.test(plain);
}
