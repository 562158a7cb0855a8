// Rules for passwords that people choose: length counts, and not to be guessed from the name or from lists. No rules
// about kinds of characters, which lead to "Password1!" (NIST SP 800-63B, 5.1.1.2).

export const SHORTEST = 10;
/** bcrypt reads no further. */
export const MOST_BYTES = 72;

const STRONG = 16;
const FEWEST_DIFFERENT = 5;
/** What lists of stolen passwords begin with, and rows of keys. */
const guessed = [
  "password",
  "passwort",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1234567890",
  "0987654321",
  "abcdefghij",
  "letmein",
  "welcome",
  "iloveyou",
  "administrator",
  "changeme",
];

/** Why a password is too weak to be taken, as a sentence; undefined where it may be. */
export function weakness(password: string, username: string): string | undefined {
  if ([...password].length < SHORTEST) return `Too short: use at least ${SHORTEST} characters.`;
  if (new TextEncoder().encode(password).length > MOST_BYTES)
    return `Too long: servers read the first ${MOST_BYTES} bytes only.`;
  const plain = password.toLowerCase();
  if (new Set(plain).size < FEWEST_DIFFERENT)
    return `Easy to guess: use at least ${FEWEST_DIFFERENT} different characters.`;
  const name = username.trim().toLowerCase();
  if (name.length > 2 && plain.includes(name)) return "Easy to guess: it contains the user name.";
  const known = guessed.find((word) => plain.includes(word) && plain.length - word.length < SHORTEST - 2);
  if (known !== undefined || guessed.some((word) => word.includes(plain)))
    return "Easy to guess: it is on lists of common passwords.";
  return undefined;
}

/** How good a password is, in words, for whoever types it. */
export function strengthOf(
  password: string,
  username: string,
): { tone: "bad" | "warn" | "good"; text: string } | undefined {
  if (password === "") return undefined;
  const weak = weakness(password, username);
  if (weak !== undefined) return { tone: "bad", text: weak };
  return [...password].length < STRONG
    ? { tone: "warn", text: "Fair. Longer is better." }
    : { tone: "good", text: "Strong." };
}
