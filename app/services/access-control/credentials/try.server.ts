import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import { isNotOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";
import type { Failure } from "~/lib/messages/user-messages";

export const tryMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Call = { method: (typeof tryMethods)[number]; path: string; referer: string; address: string };

const word = z.string().nullish();
const verdictSchema = z.object({
  allowed: z.boolean(),
  status: z.number(),
  message: z.string(),
  route: word,
  category: word,
  acl: word,
  op: word,
});
export type Verdict = z.output<typeof verdictSchema>;
export type Tried =
  { kind: "verdict"; verdict: Verdict } | { kind: "not-offered" } | { kind: "failed"; failure: Failure };

/**
 * Whether the server would let a call in, and the sentence of the refusal. Nothing is called. Servers without that are
 * told apart.
 */
export async function tryCredential(
  { http }: Pick<Scope, "http">,
  name: string,
  { method, path, referer, address }: Call,
): Promise<Tried> {
  const json = { method, path, ...(referer === "" ? {} : { referer }), ...(address === "" ? {} : { address }) };
  const answer = await settle(
    http.call({ method: "POST", path: apiPath`/_permission/${name}/_try`, json, schema: verdictSchema }),
  );
  if (answer.ok) return { kind: "verdict", verdict: answer.value };
  return isNotOffered(answer.failure) ? { kind: "not-offered" } : { kind: "failed", failure: answer.failure };
}

/** True on servers that try calls and change passwords. */
export async function offersOwnCalls(scope: Pick<Scope, "http">, name: string): Promise<boolean> {
  return (
    (await tryCredential(scope, name, { method: "GET", path: "/", referer: "", address: "" })).kind !== "not-offered"
  );
}
