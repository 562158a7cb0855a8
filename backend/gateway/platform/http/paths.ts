import { badRequest } from "./errors";

/** A request path taken apart, or the place to send the caller to when it is not in its clean form. */
export type ParsedPath =
  | { kind: "path"; path: string; segments: string[]; query: Record<string, string> }
  | { kind: "redirect"; location: string }
  | { kind: "malformed" };

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

// As Go writes a path: more stays readable than in a component, quotes, stars and parentheses do not.
function escaped(segment: string): string {
  const readable = encodeURIComponent(segment).replace(/%(24|26|2B|2C|3A|3B|3D|40)/g, (code) =>
    decodeURIComponent(code),
  );
  return readable.replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

function cleaned(segments: readonly string[]): string {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") kept.pop();
    else kept.push(segment);
  }
  return `/${kept.map(escaped).join("/")}`;
}

/**
 * Takes the target of a request line apart. Slashes at the end are dropped; double slashes and dot segments, encoded
 * ones too, lead to a redirect to the cleaned path as the real server does [recorded]. Segments are decoded one by one,
 * so an encoded slash stays inside its segment.
 */
export function parsePath(asked: string): ParsedPath {
  // Proxies may send the whole address (RFC 9112, 3.2.2).
  const target = asked.replace(/^https?:\/\/[^/?]*(?=\/)/i, "");
  const mark = target.indexOf("?");
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? "" : target.slice(mark + 1);
  if (!rawPath.startsWith("/")) return { kind: "malformed" };
  let end = rawPath.length;
  while (end > 1 && rawPath[end - 1] === "/") end--;
  const trimmed = rawPath.slice(0, end);
  const segments: string[] = [];
  for (const raw of trimmed === "/" ? [] : trimmed.slice(1).split("/")) {
    const segment = decode(raw);
    if (segment === null || segment.includes("\0")) return { kind: "malformed" };
    segments.push(segment);
  }
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
    return { kind: "redirect", location: cleaned(segments) + (search ? `?${search}` : "") };
  }
  return { kind: "path", path: rawPath, segments, query: Object.fromEntries(new URLSearchParams(search)) };
}

/**
 * Whether a text can be one segment of a path and stay it: what stands before the engine may decode slashes and resolve
 * dots, and half of a character cannot be encoded.
 */
export function isSegment(text: string): boolean {
  return text !== "." && !/(^|[\\/])\.\.([\\/]|$)|\p{Cs}/u.test(text);
}

/** The engine's path for decoded segments, each encoded. Throws 400 for one that would lead elsewhere. */
export function enginePath(segments: readonly string[]): string {
  if (!segments.every(isSegment)) throw badRequest("malformed request path");
  return `/${segments.map((segment) => encodeURIComponent(segment)).join("/")}`;
}
