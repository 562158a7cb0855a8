import { encode } from "turbo-stream";
import type { Refusal } from "@common/refusal";

const DATA = /^[^?#]*\.data(?:[?#]|$)/;

/** True for a target that asks for the data of a page, as the scripts of a page do where a browser without them asks for the page. */
export const asksPageData = (target: string) => DATA.test(target);

type Refused = { method: string; target: string; status: number; refusal: Refusal };

/**
 * A refusal as the scripts read the data of a page: as what a loader or an action of it threw. A form has one answer; else each route reads its own, and
 * `root`, whose error stands for all others, is asked for unless the request names its routes.
 */
export function refusedData({ method, target, status, refusal }: Refused): Promise<string> {
  const { title, text } = refusal;
  const error = { title, text };
  const routes = new URLSearchParams(target.split("?", 2)[1]).get("_routes")?.split(",") ?? ["root"];
  const answer = method === "GET" ? Object.fromEntries(routes.map((id) => [id, { error }])) : { error };
  // The name and the order of the router's own `ErrorResponse`.
  const parts = encode(answer, { plugins: [(value) => (value === error ? ["ErrorResponse", { title, text }, status, title] : false)] });
  return new Response(parts).text();
}
