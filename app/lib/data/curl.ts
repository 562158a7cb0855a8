export type CurlCall = {
  method: string;
  url: string;
  username?: string;
  headers?: readonly (readonly [string, string])[];
  body?: string;
};

/** A text as one word of a POSIX shell: single quotes keep everything but themselves. */
export function quote(text: string) {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A call as a curl command to paste into a shell. The password is never in it: curl asks for it, as it does for a user
 * name without one.
 */
export function curlCommand({ method, url, username, headers = [], body }: CurlCall) {
  const parts = [`curl -X ${method} ${quote(url)}`];
  if (username !== undefined) parts.push(`-u ${quote(username)}`);
  for (const [name, value] of headers) parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-raw ${quote(body)}`);
  return parts.join(" \\\n  ");
}
