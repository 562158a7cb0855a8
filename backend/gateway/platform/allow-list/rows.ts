import type { Members } from "./members";
import { ANSWER } from "./names";

/**
 * What passes through a route to its handler, and with it to the engine.
 * URL parameters, those for admins alone apart; others are `refused` as Elasticsearch does, `dropped` where this server
 * answers itself, `read` where any name means something to it.
 * Members of the body: those named; `searches`, lines of headers and searches; `lines` of a bulk, looked at one by one;
 * `any`, a document, whose names are the caller's; `settings`, which only admins may give a pipeline; `own`, read and
 * checked by the handler; `none`, a body is not passed on.
 */
export type Passes = {
  routes: readonly string[];
  parameters: readonly string[];
  ofAdmins: readonly string[];
  others: "refused" | "dropped" | "read";
  body: Members | "searches" | "lines" | "any" | "settings" | "own" | "none";
};

function routesIn(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .flatMap((line) => {
      const names = line.trim().split(/\s+/);
      const path = names.pop() ?? "";
      return names.map((method) => `${method} ${path}`);
    });
}

/** Routes that are passed on to the engine. */
export function engine(
  routes: string,
  parameters: readonly string[],
  { ofAdmins = [], body = "none" }: Partial<Pick<Passes, "ofAdmins" | "body">> = {},
): Passes {
  return {
    routes: routesIn(routes),
    parameters: [...new Set([...ANSWER, ...parameters])],
    ofAdmins,
    others: "refused",
    body,
  };
}

/** Routes that this server answers itself. */
export function own(routes: string, parameters = ""): Passes {
  return {
    routes: routesIn(routes),
    parameters: parameters.split(" ").filter((name) => name !== ""),
    ofAdmins: [],
    others: "dropped",
    body: "own",
  };
}
