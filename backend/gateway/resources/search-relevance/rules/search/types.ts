import type { SignedContext, Behalf } from "@backend/gateway/platform/http/types";
import type { JsonObject } from "@common/text/json";
import type { SearchRequest } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import type { Answer } from "@backend/gateway/resources/data/reactivesearch/response/assemble";
import type { EngineQuery, Translation } from "@backend/gateway/resources/data/reactivesearch/translate/translate";
import type { Plan } from "./plan";

/**
 * Looks whether a search would be refused by the rights of its caller and of a behalf, or by the engine. Throws what it
 * would be refused with.
 */
export type Hold = (search: { raw: JsonObject; behalf: Behalf | undefined }, context: SignedContext) => Promise<void>;

/**
 * What rules do to one search: its request before it is checked and translated, its answers, and the text that goes
 * out.
 */
export type RulesOfSearch = {
  request: SearchRequest;
  /** Ids of the rules that fired, in the order in which they ran. */
  ids: readonly string[];
  /** Whether a kept script takes part, which may be why the search is refused. */
  hasScripts: boolean;
  /**
   * By whose rights the request is held beside the caller's; undefined where no rule changed it or sees what it finds.
   */
  behalf: Behalf | undefined;
  /** The request that is translated, with the documents that are promoted in the indices of its queries. */
  pinned: (request: SearchRequest) => Promise<SearchRequest>;
  /** What the engine is asked for it. */
  plan: (
    translation: Translation,
    ask: (lines: readonly EngineQuery[]) => Promise<readonly JsonObject[]>,
  ) => Promise<Plan>;
  answers: (answers: readonly Answer[], request: SearchRequest) => Promise<Answer[]>;
  outgoing: (text: string) => Promise<Outgoing>;
};

/** Rules that act on a search; null where none does. */
export type RulesOf = (asked: SearchRequest, context: SignedContext) => Promise<RulesOfSearch | null>;

/**
 * The same for one round of a search. `failed`: ids of rules whose script has failed in it, and which do no more than
 * hide and filter. `hold`: how each script's part is held by itself, given where the search was refused.
 */
export type FindRules = (
  asked: SearchRequest,
  context: SignedContext,
  round: { failed: ReadonlySet<string>; hold: Hold | undefined },
) => Promise<RulesOfSearch | null>;

/** An answer that is about to go out. */
export type Outgoing = { status: number; text: string; headers: Record<string, string> };
