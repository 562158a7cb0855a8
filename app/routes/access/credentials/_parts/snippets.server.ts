import { curlCommand } from "~/lib/curl";
import type { Scope } from "~/session/scope.server";
import type { Credential } from "~/services/credentials/read.server";

/** Ready calls with a credential. */
export type Snippets = { curl: string; client: string };
export type Secret = { name: string; password: string } & Snippets;

/** What stands for a password that is not shown. */
const PLACEHOLDER = "PASSWORD";

/** A call by curl and the lines of a search page, with the password where it is given. */
export function snippetsOf(
  { session, ...at }: Pick<Scope, "session"> & { app?: string | undefined },
  { name, indices, ops, categories }: Credential,
  password = PLACEHOLDER,
): Snippets {
  const index = at.app ?? indices.find((one) => !one.includes("*")) ?? "my-index";
  const body = categories.includes("reactivesearch") && ops.includes("read") ? '{"query":[{"id":"search","value":"text"}]}' : undefined;
  const path = `/${encodeURIComponent(index)}/${body === undefined ? (ops.includes("read") ? "_search" : "_doc") : "_reactivesearch"}`;
  const writing = ops.includes("read") ? undefined : '{"title":"First document"}';
  const sent = body ?? writing;
  const curl = curlCommand({
    method: sent === undefined ? "GET" : "POST",
    url: `${session.url}${path}`,
    username: `${name}:${password}`,
    ...(sent === undefined ? {} : { headers: [["Content-Type", "application/json"]], body: sent }),
  });
  const client = `<ReactiveBase\n  app=${JSON.stringify(index)}\n  url=${JSON.stringify(session.url)}\n  credentials=${JSON.stringify(`${name}:${password}`)}\n>`;
  return { curl, client };
}
