import type { Caller } from "../auth/types";
import type { Reply } from "./reply";
import type { Access, Context, Route } from "./types";

/**
 * Signs the caller of a call in and holds him against what it asks for, as a route of this server would. `headers`
 * belong into the answer. Throws 401 and 429.
 */
export type SignIn = (
  access: Access,
  indices: readonly string[],
) => Promise<{ caller: Caller; viewer?: Caller; headers: Record<string, string> }>;

/**
 * What answers a call in the place of its built-in route: it lets callers in itself. `route` says how its body is
 * weighed and its calls are logged; nothing of it is called.
 */
export type Takeover = {
  route: Route;
  params: Record<string, string>;
  indicesOf: (segments: readonly string[]) => string[];
  /** Whether it answers this call; else the next one is asked, and then the built-in route. */
  holds: (context: Context) => Promise<boolean>;
  answer: (context: Context, signIn: SignIn) => Promise<Reply>;
};

/** What may answer a call, in the order in which it is asked; most calls are answered by nothing of the kind. */
export type FindTakeovers = (call: { method: string; segments: readonly string[] }) => Promise<readonly Takeover[]>;
