import type { Caller } from "../auth/types";
import type { Reply } from "../http/reply";
import type { Context, Route } from "../http/types";

/** `caller` is null where signing in failed; `took` is the time of the whole call in ms. */
export type RecordedCall = {
  route: Route;
  context: Context;
  caller: Caller | null;
  reply: Reply;
  requestBody: string;
  took: number;
};
