import { parseConsole, requestLabel, writeRequest } from "~/lib/data/console/parse";
import { withoutEndpointCalls } from "~/services/platform/http/endpoint-calls";

/**
 * The text of requests that were kept, as it is opened: without queries that call an endpoint, which would be called
 * with the rights of who opens it. `notice` tells what is left out; null where the text is as it was kept.
 */
export function openedText(text: string): { text: string; notice: string | null } {
  const requests = parseConsole(text).map((request) => ({ request, kept: withoutEndpointCalls(request) }));
  const notices = requests.flatMap(({ request, kept }) => {
    const said = kept.ok ? kept.left : `The body is left out: it names an endpoint and cannot be read as JSON.`;
    return said === null ? [] : [`${requestLabel(request)}: ${said}`];
  });
  if (notices.length === 0) return { text, notice: null };
  const written = requests.map(({ request, kept }) => writeRequest({ ...request, body: kept.ok ? kept.body : null }));
  return { text: written.join("\n\n"), notice: notices.join(" ") };
}
