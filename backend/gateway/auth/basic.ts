/** Name and password of a Basic header, or null where it is none (then it is read as a token, as in the real server). */
export function parseBasic(authorization: string): { username: string; password: string } | null {
  // One space and whole quanta of base64, as Go reads it.
  const encoded = /^basic ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  return colon < 0 ? null : { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
