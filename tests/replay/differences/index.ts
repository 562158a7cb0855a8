import type { Listed } from "../listed";
import { ACCESS } from "./access";
import { DOCUMENTS } from "./documents";
import { ENGINES } from "./engines";
import { INDICES } from "./indices";
import { LOGS_AND_REINDEX } from "./logs";
import { SEARCH } from "./search";

/** Every difference from the recorded server that is meant, area by area. */
export const LISTED: readonly Listed[] = [
  {
    // Every error of the engine: its type and its reason.
    cases: { "*": { "body.error.cause": { type: /^[a-z_]+$/, reason: /\S/ } } },
    server: "an error of the engine shrinks to one sentence, often `all shards failed`",
    ours: "the same sentence, and the engine's type, reason, line and column under `cause`",
    reason: "without it nobody learns which shard failed, or where a body is wrong",
  },
  ...INDICES,
  ...DOCUMENTS,
  ...ACCESS,
  ...SEARCH,
  ...LOGS_AND_REINDEX,
  ...ENGINES,
];
