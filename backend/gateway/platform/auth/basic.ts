import { decodeExactly } from "@common/text/base64";

/**
 * Name and password of a Basic header, or null where it is none (then it is read as a token, as in the real server).
 */
export function parseBasic(authorization: string): { username: string; password: string } | null {
  // One space, then base64 in its one spelling.
  const encoded = /^basic ([^ ]*)$/i.exec(authorization)?.[1];
  const decoded = encoded === undefined ? undefined : decodeExactly(encoded, "base64")?.toString("utf8");
  if (decoded === undefined) return null;
  const colon = decoded.indexOf(":");
  return colon < 0 ? null : { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
