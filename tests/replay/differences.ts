/**
 * A difference from the recorded server that is meant. `cases` and `paths` may hold `*`; a path is `status`, `header <name>` or `body.<dotted path>`.
 * Without `paths` everything in the answer may differ. `engine` narrows it to one kind of engine.
 */
export type Listed = { cases: string[]; paths?: string[]; server: string; ours: string; reason: string; engine?: "embedded" | "real" };

export const LISTED: readonly Listed[] = [
  {
    cases: ["*"],
    paths: ["body.error.cause"],
    server: "an error of the engine shrinks to one sentence",
    ours: "the same sentence, and the engine's type, reason, line and column under `cause`",
    reason: "without it nobody learns which shard failed, or where a body is wrong",
  },
];
