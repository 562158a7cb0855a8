import type { IncomingMessage } from "node:http";
import { SECOND_FACTOR } from "@common/access-control/second-factor";

// What decides who calls, from where, or how a body is read. Of two, one server believes the first, a proxy before it
// looked at the last.
const ONCE = [
  "authorization",
  "content-encoding",
  "content-type",
  "host",
  "referer",
  "x-request-category",
  "x-view-as",
  SECOND_FACTOR,
];

/** The header that a request holds twice and may hold once; undefined if there is no such one. */
export function repeatedHeader(request: Pick<IncomingMessage, "headersDistinct">): string | undefined {
  return ONCE.find((name) => (request.headersDistinct[name]?.length ?? 0) > 1);
}
