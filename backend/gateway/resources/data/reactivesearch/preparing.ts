import { stringifyJson } from "@common/text/json";
import { createFieldViews } from "@backend/gateway/platform/fields/views";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Hold, RulesOf } from "../../search-relevance/rules/search/types";
import type { Services } from "@backend/gateway/services";
import { askEngine } from "./ask-engine";
import { createLastWordPrefix } from "./last-word-prefix";
import { msearchBody } from "./translate/translate";
import { permitted, type Prepared, prepare } from "./prepare";

type Parts = Pick<
  Services,
  "engine" | "reIndexed" | "storedQueries" | "settingsOfSearch" | "suggestionsInSearches" | "synonymsOfSearch"
>;
type Preparing = {
  /** The search of a call, read, filled, translated and held against the rights. Throws 400 and 401. */
  prepared: (context: SignedContext, rulesOf?: RulesOf) => Promise<Prepared>;
  /**
   * The same for a search that is only looked at, with the engine's own refusal: its answer is let go of, and it leaves
   * nothing in the records of its call.
   */
  hold: Hold;
};

/** How searches over an engine are made ready to run. */
export function createPreparing(services: Parts): Preparing {
  const mappings = { views: createFieldViews(services.engine), lastWordPrefix: createLastWordPrefix(services.engine) };
  const prepared: Preparing["prepared"] = async (context, rulesOf) =>
    permitted(await prepare(context, services, rulesOf), mappings);
  return {
    prepared,
    hold: async ({ raw, behalf }, context) => {
      const text = stringifyJson(raw);
      const held = { ...context, ...(behalf ? { behalf } : {}), record: {}, text: async () => text };
      const { translation } = await prepared(held);
      await askEngine(services, held, msearchBody(translation.engine));
    },
  };
}
