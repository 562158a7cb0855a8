import type { JsonObject, JsonValue } from "@common/text/json";
import type { SignIn } from "@backend/gateway/platform/http/takeover";
import type { Access, Context } from "@backend/gateway/platform/http/types";
import type { Caller } from "@backend/gateway/platform/auth/types";
import type { Prepared } from "@backend/gateway/resources/data/reactivesearch/prepare";
import type { Found } from "@backend/gateway/resources/data/reactivesearch/search";
import type { PipelineDocument, PipelineRoute, PipelineScripts, PipelineStage } from "@common/pipelines/document/types";

/** A pipeline that can run: its text read, its scripts at hand, as whom it runs. */
export type ReadyPipeline = {
  id: string;
  version: number;
  /** When the version was last written, in unix seconds. */
  updatedAt: number;
  document: PipelineDocument;
  scripts: PipelineScripts;
  /** Whoever saved it last, with the rights that he has now; null where he is gone. */
  author: Caller | null;
};

export type SentRequest = { method: string; path: string; headers: Readonly<Record<string, string>>; body: string };
export type SentResponse = { code: number; headers: Readonly<Record<string, string>>; body: string };

/** What stages know of the search that goes through them, beside the texts that everybody sees. */
export type SearchState = {
  /** Whether the published settings of the index fill the queries in. */
  relevance: "published" | null;
  boosts: readonly JsonObject[];
  /** What is done with the answer as soon as there is one. */
  waiting: readonly ((answer: JsonObject) => JsonObject)[];
  translated: { prepared: Prepared; text: string } | null;
  found: Found | null;
  /** The answer before its search was recorded: without the id of somebody's search. */
  unrecorded: SentResponse | null;
};

/** What goes through a pipeline. Stages put new values in; what was there is not changed in place. */
export type RunState = {
  request: SentRequest;
  response: SentResponse | null;
  envs: JsonObject;
  /** Results of stages by their id, and what scripts added. */
  values: JsonObject;
  search: SearchState;
};

/** Whoever was let in: the caller himself, and the one who can do what he and the author both may. */
export type LetIn = { caller: Caller; viewer?: Caller; both: Caller; headers: Record<string, string> };

/** A run as stages see it. */
export type Run = {
  pipeline: ReadyPipeline;
  route: PipelineRoute;
  /** What the call may do, by the route of the pipeline. */
  access: Access;
  context: Context;
  /** The body as it came. */
  sent: string;
  state: RunState;
  letIn: LetIn | null;
  signIn: SignIn;
  /** Of the whole run. */
  signal: AbortSignal;
  /** Nothing is recorded or kept of it, and what changes something is not sent: a trial. */
  isTrial: boolean;
  /** The run is over: what it has is the answer. */
  isOver: boolean;
  logs: Record<string, string[]>;
};

/**
 * What a stage does: it puts new values into the state of its run, and gives what stands under its id. Throws what
 * stops it: HttpError for callers, Error with a sentence.
 */
export type StageWork = (
  run: Run,
  asked: { stage: PipelineStage; inputs: JsonObject },
) => Promise<JsonValue | undefined>;

export type StageOutcome = "done" | "failed" | "skipped";
/** What became of a stage: ms, and the context before and behind it where it is told. */
export type StageRecord = {
  id: string;
  stage: string;
  took: number;
  outcome: StageOutcome;
  error: { status: number; message: string } | null;
  before: JsonObject | null;
  context: JsonObject | null;
};
