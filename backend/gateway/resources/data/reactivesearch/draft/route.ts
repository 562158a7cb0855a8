import { authorOf } from "@backend/gateway/platform/access/runs-as";
import { badRequest } from "@backend/gateway/platform/http/errors";
import type { InnerCall } from "@backend/gateway/platform/http/inner-call";
import { jsonText, type Reply } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import { withoutFailed } from "@backend/gateway/resources/search-relevance/rules/search/failing";
import { createRulesOfSearch } from "@backend/gateway/resources/search-relevance/rules/search/rules-of-search";
import type { Services } from "@backend/gateway/services";
import { createPreparing } from "../preparing";
import { search } from "../search";
import { readDraft, requireTuner } from "./read-draft";
import { withDraft } from "./with-draft";

type Parts = Pick<
  Services,
  | "engine"
  | "reIndexed"
  | "readers"
  | "endpoints"
  | "storedQueries"
  | "settingsOfSearch"
  | "suggestionsInSearches"
  | "synonyms"
  | "synonymsOfSearch"
  | "rules"
  | "authors"
  | "scripts"
  | "ruleFailures"
> & { innerCall: InnerCall };

/**
 * `POST /:index/_reactivesearch/draft`: a search with settings, synonyms and rules that nobody has published. It is
 * neither logged nor recorded, and kept by no cache: no visitor has sent it. What is tried runs as who tries it.
 */
export function draftRoute(services: Parts): Route {
  async function run(context: SignedContext): Promise<Reply> {
    const index = context.params["index"] ?? "";
    const { search: text, draft } = readDraft(await context.text());
    if (context.indices.length !== 1 || index.includes("*") || index.startsWith("-"))
      throw badRequest("a draft is of one index");
    requireTuner(context.caller, draft);
    const tried = await withDraft(services, { index, draft, by: authorOf(context.caller) });
    const parts = { ...services, ...tried };
    const { prepared, hold } = createPreparing(parts);
    const asked: SignedContext = { ...context, record: {}, text: async () => text };
    const found = await withoutFailed({ rulesOf: createRulesOfSearch(parts), hold }, async (rules) => {
      const ready = await prepared(asked, rules);
      return search({ services: parts, context: ready.context, prepared: ready, more: async () => ready.marks });
    });
    const reply = jsonText(found.text, found.status);
    return { ...reply, headers: { ...reply.headers, ...found.headers, "Cache-Control": "no-store" } };
  }

  return {
    methods: ["POST"],
    path: "/:index/_reactivesearch/draft",
    access: { kind: "search", category: "reactivesearch", op: "read" },
    weighs: "api",
    log: false,
    handle: run,
  };
}
