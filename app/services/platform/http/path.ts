/**
 * A path of the back end with every inserted value percent-encoded as one segment: apiPath`/${index}/_doc/${id}`.
 * A list is joined with commas, each part encoded. Throws a 404 Response for a value that is no segment: empty, `.` or
 * `..`.
 */
export function apiPath(parts: TemplateStringsArray, ...values: (string | number | readonly string[])[]) {
  return parts.reduce((path, part, at) => {
    const value = values[at - 1];
    const text = Array.isArray(value) ? value.map(encodeSegment).join(",") : encodeSegment(String(value));
    return `${path}${text}${part}`;
  });
}

// `.`, `..` and nothing would change which route is called, and URL parsers take `%2E%2E` for `..` too: nothing of that
// name can be asked for.
function encodeSegment(value: string) {
  if (value === "" || value === "." || value === "..")
    throw new Response(`There is nothing called “${value}”.`, { status: 404 });
  // Half a character is in no name, and cannot be encoded.
  if (/\p{Surrogate}/u.test(value)) throw new Response("There is nothing of that name.", { status: 404 });
  return encodeURIComponent(value);
}
