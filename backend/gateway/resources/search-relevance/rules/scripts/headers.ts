import type { SignedContext } from "@backend/gateway/platform/http/types";

const SECRET = /^(?:authorization|proxy-authorization|cookie|x-second-factor)$/;

/** The headers of a call as scripts see them: without those that would let somebody else call in its name. */
export function visibleHeaders({ headers }: Pick<SignedContext, "headers">): Record<string, string> {
  const seen = Object.entries(headers).filter(([name, value]) => value !== undefined && !SECRET.test(name));
  return Object.fromEntries(seen.map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}
