import { stringifyJson } from "@common/json";
import { createFieldViews } from "../fields/views";
import type { SignedContext } from "../http/types";
import type { Hold } from "../rules/search/failing";
import type { RulesOf } from "../rules/search/rules-of-search";
import type { Services } from "../services";
import { askEngine } from "./ask-engine";
import { createBegunWords } from "./begun-words";
import { msearchBody } from "./translate/translate";
import { permitted, type Prepared, prepare } from "./prepare";

type Parts = Pick<Services, "engine" | "reIndexed" | "storedQueries" | "settingsOfSearch" | "suggestionsInSearches">;
type Preparing = {
  /** The search of a call, read, filled, translated and held against the rights. Throws 400 and 401. */
  prepared: (context: SignedContext, rulesOf?: RulesOf) => Promise<Prepared>;
  /** The same for a search that is only looked at, with the engine's own refusal: its answer is let go of, and it leaves nothing in the records of its call. */
  hold: Hold;
};

/** How searches over an engine are made ready to run. */
export function createPreparing(services: Parts): Preparing {
  const mappings = { views: createFieldViews(services.engine), begunWords: createBegunWords(services.engine) };
  const prepared: Preparing["prepared"] = async (context, rulesOf) => permitted(await prepare(context, services, rulesOf), mappings);
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
