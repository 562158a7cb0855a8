/**
 * A path of the back end with every inserted value percent-encoded as one segment: apiPath`/${index}/_doc/${id}`.
 * A list is joined with commas, each part encoded.
 */
export function apiPath(parts: TemplateStringsArray, ...values: (string | number | readonly string[])[]) {
  return parts.reduce((path, part, at) => {
    const value = values[at - 1];
    const text = Array.isArray(value) ? value.map(encodeSegment).join(",") : encodeSegment(String(value));
    return `${path}${text}${part}`;
  });
}

// `.` and `..` survive encodeURIComponent and would be taken for folders by URL parsers.
function encodeSegment(value: string) {
  return value === "." || value === ".." ? value.replaceAll(".", "%2E") : encodeURIComponent(value);
}
