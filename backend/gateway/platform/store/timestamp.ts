/** Now in RFC 3339, whole seconds, as records of users and credentials carry it. */
export function timestamp(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
