import { splitIndices } from "../access/indices";
import { createFieldViews } from "../fields/views";
import { enginePath } from "../http/paths";
import type { SignedContext } from "../http/types";
import type { Services } from "../services";
import { createBegunWords } from "./begun-words";
import { permitted, prepare } from "./prepare";
import { search } from "./search";

/** A search of the search API in the name of a caller whose right to the index was asked for; the text of its answer. */
export type RunSearch = (context: SignedContext, asked: { index: string; body: string }) => Promise<string>;

/** Searches that another call makes: as if they had been sent, but neither logged nor recorded. Throws what a search throws. */
export function createRunSearch(
  services: Pick<Services, "engine" | "reIndexed" | "endpoints" | "storedQueries" | "settingsOfSearch" | "suggestionsInSearches">,
): RunSearch {
  const mappings = { views: createFieldViews(services.engine), begunWords: createBegunWords(services.engine) };
  return async (outer, { index, body }) => {
    const segments = [index, "_reactivesearch"];
    const sent = { method: "POST" as const, path: enginePath(segments), segments, params: { index }, query: {}, indices: splitIndices(index) };
    const context: SignedContext = { ...outer, ...sent, record: {}, text: async () => body };
    const prepared = await permitted(await prepare(context, services), context, mappings);
    return (await search({ services, context, prepared, more: async () => ({}) })).text;
  };
}
