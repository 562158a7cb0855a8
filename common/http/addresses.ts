import { trimEndOf } from "../text/trim-end";

// A parser of addresses drops tabs and line ends wherever they stand, and controls and spaces at both ends: what is
// looked at would not be what is called.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\\]|^\s|\s$/u;
/**
 * Escapes that some servers read as parts of a path, and parameters of a part, which some cut off before they look for
 * dots.
 */
const ESCAPED_PARTS = /;|%(?:2f|5c|2e|3b|25|u|[01]|7f)/i;
/** How often what stands in front of a server may decode a path before that one does. */
const MOST_DECODINGS = 5;

/**
 * An address as a caller wrote it, taken apart once; null where it is none, or holds what a parser would drop or read
 * as a slash. What is compared and what is called is the result, never the text.
 */
export function plainAddress(text: string, base?: string): URL | null {
  return HIDDEN.test(text) || !URL.canParse(text, base) ? null : new URL(text, base);
}

/**
 * True where a path has escapes that stand for slashes or dots, so that servers may read another path than the one
 * compared.
 */
export function hidesPath({ pathname }: URL): boolean {
  if (ESCAPED_PARTS.test(pathname) || pathname.includes("//")) return true;
  try {
    // Signs that some fold into a dot or a slash (`．`); bytes that are no text, such as a slash that is written longer
    // than it is, are an error here.
    const plain = decodeURIComponent(pathname);
    const parts = (text: string) => text.replace(/[^./\\;]/g, "");
    return parts(plain) !== parts(plain.normalize("NFKC"));
  } catch {
    return true;
  }
}

function bytesAsText(escapes: string): string {
  return new TextDecoder().decode(
    Uint8Array.from(escapes.slice(1).split("%"), (digits) => Number.parseInt(digits, 16)),
  );
}

// A dot, a slash or a backslash in more bytes than it has, and as Microsoft's servers write one.
const LONGER = /%(?:c0%|e0%80%|f0%80%80%)(ae|af)|%c1%9c|%u00(2e|2f|5c)/gi;

function decodedOnce(text: string): string {
  const plain = text.replace(LONGER, (_, long: string | undefined, short: string | undefined) => {
    const last = (long ?? short ?? "").toLowerCase();
    return last === "ae" || last === "2e" ? "." : "/";
  });
  return plain.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => bytesAsText(escapes));
}

/**
 * A path as the most lenient of servers reads it: decoded again and again, without parameters of its parts, every slash
 * one, steps up taken.
 */
export function lenientPath(pathname: string): string {
  let text = pathname;
  for (let times = 0; times < MOST_DECODINGS && text.includes("%"); times++) text = decodedOnce(text);
  const parts: string[] = [];
  for (const part of text.normalize("NFKC").split(/[/\\]+/)) {
    // Some servers end a name at its first NUL, and trim the rest.
    const name = (part.split(/[;\0]/)[0] ?? "").replace(/[\0-\x20\x7f]/g, "");
    if (name === "..") parts.pop();
    else if (name !== "." && name !== "") parts.push(name);
  }
  return `/${parts.join("/")}`;
}

/**
 * Whether a path lies in a folder, however its escapes are read. The folder `/` holds all; nothing that hides a part of
 * it lies in any other.
 */
export function liesIn(folder: string, url: URL): boolean {
  const inside = trimEndOf(folder, "/");
  if (inside === "") return true;
  return !hidesPath(url) && (url.pathname === inside || url.pathname.startsWith(`${inside}/`));
}

/** Whether a path may lie in a folder for some server: for lists of what is kept from somebody. */
export function mayLieIn(folder: string, url: URL): boolean {
  const inside = lenientPath(folder);
  const [strict, lenient] = [url.pathname, lenientPath(url.pathname)];
  const admits = (path: string) => inside === "/" || path === inside || path.startsWith(`${inside}/`);
  return admits(strict) || admits(lenient);
}

/**
 * The address on `base` that a path of a caller's stands for, or null where it would lead to another server, or out of
 * the path of `base`.
 */
export function addressOn(base: string, path: string): URL | null {
  if (!path.startsWith("/") || path.startsWith("//")) return null;
  const root = new URL(base);
  const folder = trimEndOf(root.pathname, "/");
  const url = plainAddress(`${folder}${path}`, root.origin);
  if (url === null || url.origin !== root.origin || url.pathname.startsWith("//")) return null;
  if (!url.pathname.startsWith(`${folder}/`)) return null;
  // Names below it may hold escaped slashes; steps up out of it no server is to find in them.
  return folder === "" || `${lenientPath(url.pathname)}/`.startsWith(`${lenientPath(folder)}/`) ? url : null;
}

/** Words in which an address may stand with a name and password, without these. */
export function withoutSecrets(words: string): string {
  return words.replace(/\b(https?:\/\/)[^\s/"@]*@/gi, "$1");
}
