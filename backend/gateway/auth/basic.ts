/** Name and password of a Basic header, or null where it is none (then it is read as a token, as in the real server). */
export function parseBasic(authorization: string): { username: string; password: string } | null {
  const [scheme, encoded, ...more] = authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() !== "basic" || encoded === undefined || more.length > 0) return null;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return null;
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  return colon < 0 ? null : { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
