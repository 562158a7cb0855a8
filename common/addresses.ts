import { trimEndOf } from "./trim-end";

// A parser of addresses drops tabs and line ends wherever they stand, and controls and spaces at both ends: what is looked at would not be what is called.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\\]|^\s|\s$/u;
/** Escapes that some servers read as parts of a path. */
const ESCAPED_PARTS = /%(2f|5c|2e|00|0[9ad])/i;

/**
 * An address as a caller wrote it, taken apart once; null where it is none, or holds what a parser would drop or read as a slash. What is compared and
 * what is called is the result, never the text.
 */
export function plainAddress(text: string, base?: string): URL | null {
  return HIDDEN.test(text) || !URL.canParse(text, base) ? null : new URL(text, base);
}

/** True where a path has escapes that stand for slashes or dots, so that servers may read another path than the one compared. */
export function hidesPath({ pathname }: URL): boolean {
  return ESCAPED_PARTS.test(pathname);
}

/** The address on `base` that a path of a caller's stands for, or null where it would lead to another server, or out of the path of `base`. */
export function addressOn(base: string, path: string): URL | null {
  if (!path.startsWith("/") || path.startsWith("//")) return null;
  const root = new URL(base);
  const folder = trimEndOf(root.pathname, "/");
  const url = plainAddress(`${folder}${path}`, root.origin);
  if (url === null || url.origin !== root.origin || url.pathname.startsWith("//")) return null;
  return url.pathname.startsWith(`${folder}/`) ? url : null;
}

/** Words in which an address may stand with a name and password, without these. */
export function withoutSecrets(words: string): string {
  return words.replace(/\b(https?:\/\/)[^\s/"@]*@/gi, "$1");
}
