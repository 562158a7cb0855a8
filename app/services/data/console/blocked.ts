import type { Right } from "~/lib/access-control/rights";
import { rightOf } from "~/lib/data/console/meaning";
import type { ConsoleRequest } from "~/lib/data/console/parse";
import { callOf } from "./call";

/** What is known before a request is sent. For server and browser. */
export type Blocks = {
  /** Without a slash at the end. */
  server: string;
  /** Rights that changes cannot be made with now, by the reason. */
  closed: readonly { reason: string; rights: readonly Right[] }[];
  /** "GET /_snapshot/a/b": the server knew no route for it when it was sent last. */
  notOffered: readonly string[];
};

/** Why a request will not be sent, or not be taken; undefined where nothing is known against it. */
export function blockOf(request: ConsoleRequest, { server, closed, notOffered }: Blocks): string | undefined {
  const made = callOf(request, server);
  if (!made.ok) return made.problem;
  const { path, reading } = made.call;
  const right = reading ? undefined : rightOf({ path });
  const gate = right && closed.find(({ rights }) => rights.includes(right));
  if (gate) return gate.reason;
  return notOffered.includes(`${request.method} ${request.path}`)
    ? "This server does not offer this call: it knew no such route when this was sent last."
    : undefined;
}
