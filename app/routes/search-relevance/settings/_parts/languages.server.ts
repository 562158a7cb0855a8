import type { LoaderFunctionArgs } from "@remix-run/node";
import type { JsonObject } from "@common/text/json";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { analyze, type Token } from "~/services/indices/analyze/analyze.server";
import { type Settled, settle } from "~/services/platform/http/settle.server";
import { comparable } from "~/services/search-relevance/composition/comparable";
import { inlineAnalyzer } from "~/services/search-relevance/composition/inline";
import { composeAnalysis, languageOf } from "~/services/search-relevance/composition/analysis";
import type { LanguageSettings } from "~/services/search-relevance/composition/languages";
import { sectionsWith } from "~/services/search-relevance/declared";
import { valuesOf } from "~/services/search-relevance/draft/draft";
import { keepDraft } from "~/services/search-relevance/draft/draft-store.server";
import { type IndexDefinition, readIndexDefinition } from "~/services/search-relevance/deploy/index-definition.server";
import { indexState } from "~/services/search-relevance/deploy/index-state.server";
import { pendingIndexChanges, languageIn } from "~/services/search-relevance/deploy/pending-index-changes";
import { REINDEX_KEY, wishesIn } from "~/services/search-relevance/draft/pending-index-changes-of";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { lastVersion } from "~/services/search-relevance/deploy/versions.server";
import type { Scope } from "~/session/scope.server";
import { loadExample } from "./example/load.server";
import { draftOn, indexOf, readScreen } from "./read-screen.server";
import { settingsOf } from "./screen.server";
import { typedValues } from "./form.server";

/** Characters of a text that is tried. */
const LONGEST = 1000;
const MOST_TOKENS = 200;

type Tried = Settled<{ tokens: Token[]; total: number }>;

/**
 * What a text gives under the analyzer of the language that the index has, and under the one that the draft makes of
 * it.
 */
export type LanguageTokensShown = {
  text: string;
  /** Whether the page that analyzes step by step is open to whoever asks. */
  mayDevelop: boolean;
  live: { language: string | null; tried: Tried | null };
  drafted: { language: string; tried: Tried | null } | null;
};

/** The loader of the languages: the form, and a text under both analyzers. */
export async function loadLanguages(args: LoaderFunctionArgs) {
  const { request } = args;
  const read = await readScreen(args, "languages");
  const { scope, index, stored, make } = read;
  const loaded = settingsOf(args, "languages", read);
  if (loaded.kind !== "form" || stored === null || make === null)
    return { loaded: loaded.kind === "form" ? { ...loaded, example: null } : loaded, tokens: null };
  const draft = draftOn(scope, stored);
  const detected = languageIn(make.analysis);
  // Where nobody chose a language yet, that of the index is shown.
  const isChosen = stored.saved || Object.keys(draft.values).some((key) => key.startsWith("language."));
  const values =
    isChosen || detected === null
      ? loaded.values
      : typedValues("languages", valuesOf({ ...stored.record, language: recordOf(detected) }));
  const record = { ...draft.base, ...sectionsWith(draft.base, draft.values) };
  const text = (new URL(request.url).searchParams.get("text") ?? "").slice(0, LONGEST);
  const example = await loadExample(request, "languages", read);
  return { loaded: { ...loaded, values, example }, tokens: await tokensOf(scope, { index, make, record, text }) };
}

const recordOf = (of: LanguageSettings): JsonObject => ({
  ...of,
  customStopwords: [...of.customStopwords],
  stemmingExceptions: [...of.stemmingExceptions],
});

async function tokensOf(
  scope: Scope,
  { index, make, record, text }: { index: string; make: IndexDefinition; record: JsonObject; text: string },
): Promise<LanguageTokensShown> {
  const language = languageOf(make.analysis) ?? null;
  const { language: wished } = pendingIndexChanges(record);
  const composed = composeAnalysis(make.analysis, { language: wished });
  const written = inlineAnalyzer(composed, wished.language);
  const present = inlineAnalyzer(make.analysis, wished.language);
  const isSame =
    language === wished.language && present !== null && written !== null && comparable(written) === comparable(present);
  const tried = async (json: JsonObject): Promise<Tried | null> => {
    if (text === "") return null;
    const settled = await settle(analyze(scope, { index, json: { ...json, text }, steps: false }));
    return settled.ok
      ? {
          ...settled,
          value: { tokens: settled.value.tokens.slice(0, MOST_TOKENS), total: settled.value.tokens.length },
        }
      : settled;
  };
  const [live, drafted] = await Promise.all([
    tried(language === null ? { analyzer: "standard" } : { analyzer: language }),
    written === null || isSame ? null : tried(written),
  ]);
  return {
    text,
    mayDevelop: scope.can("develop"),
    live: { language, tried: live },
    drafted: written === null || isSame ? null : { language: wished.language, tried: drafted },
  };
}

/**
 * What its second form does: the re-index for the stored settings goes into the draft, with the fields that a failed
 * one was to change. Throws BackendError.
 */
export async function keepReindex({ scope }: { scope: Scope }) {
  const index = indexOf(scope);
  const stored = await getRelevance(scope, index);
  if (stored === null) throw new Response("This server has no relevance settings.", { status: 404 });
  const state = indexState(scope, index, { stored, make: await readIndexDefinition(scope, index) });
  const draft = draftOn(scope, stored);
  const failed =
    state.state === "behind" && state.version !== null ? wishesIn(lastVersion(scope, index)?.wishes ?? {}) : {};
  keepDraft(scope, index, { ...draft, values: { ...failed, ...draft.values, [REINDEX_KEY]: true } });
  return redirect(screenPath(scope, "search/review"));
}
