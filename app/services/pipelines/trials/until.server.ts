import type { Scope } from "~/session/scope.server";

/** The same server, whose calls end when a signal says so. */
export function until({ http }: Pick<Scope, "http">, signal: AbortSignal): Pick<Scope, "http"> {
  const send: typeof http.send = (options) => http.send({ ...options, signal });
  const call: typeof http.call = (options) => http.call({ ...options, signal });
  return { http: { ...http, send, call } };
}
