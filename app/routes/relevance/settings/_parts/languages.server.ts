import type { LoaderFunctionArgs } from "@remix-run/node";
import type { JsonObject } from "@common/json";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/redirect.server";
import { analyze, type Token } from "~/services/analyze/analyze.server";
import { type Settled, settle } from "~/services/http/settle.server";
import { comparable } from "~/services/relevance/composition/comparable";
import { inlineAnalyzer } from "~/services/relevance/composition/inline";
import { composeAnalysis, languageOf } from "~/services/relevance/composition/analysis";
import type { LanguageSettings } from "~/services/relevance/composition/languages";
import { sectionsWith } from "~/services/relevance/declared";
import { valuesOf } from "~/services/relevance/draft/draft";
import { keepDraft } from "~/services/relevance/draft/draft-store.server";
import { type IndexMake, readMake } from "~/services/relevance/deploy/index-make.server";
import { indexState } from "~/services/relevance/deploy/index-state.server";
import { indexWishes, languageIn } from "~/services/relevance/deploy/index-wishes";
import { REINDEX_KEY, wishesIn } from "~/services/relevance/draft/index-wishes-of";
import { getRelevance } from "~/services/relevance/settings.server";
import { lastVersion } from "~/services/relevance/deploy/versions.server";
import type { Scope } from "~/session/scope.server";
import { draftOn, indexOf, readScreen, settingsOf } from "./screen.server";
import { typedValues } from "./form.server";

/** Characters of a text that is tried. */
const LONGEST = 1000;
const MOST_TOKENS = 200;

type Tried = Settled<{ tokens: Token[]; total: number }>;

/** What a text becomes under the analyzer of the language that the index has, and under the one that the draft makes of it. */
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
  if (loaded.kind !== "form" || stored === null || make === null) return { loaded, tokens: null };
  const draft = draftOn(scope, stored);
  const detected = languageIn(make.analysis);
  // Where nobody chose a language yet, that of the index is shown.
  const isChosen = stored.saved || Object.keys(draft.values).some((key) => key.startsWith("language."));
  const values = isChosen || detected === null ? loaded.values : typedValues("languages", valuesOf({ ...stored.record, language: recordOf(detected) }));
  const record = { ...draft.base, ...sectionsWith(draft.base, draft.values) };
  const text = (new URL(request.url).searchParams.get("text") ?? "").slice(0, LONGEST);
  return { loaded: { ...loaded, values }, tokens: await tokensOf(scope, { index, make, record, text }) };
}

const recordOf = (of: LanguageSettings): JsonObject => ({ ...of, customStopwords: [...of.customStopwords], stemmingExceptions: [...of.stemmingExceptions] });

async function tokensOf(
  scope: Scope,
  { index, make, record, text }: { index: string; make: IndexMake; record: JsonObject; text: string },
): Promise<LanguageTokensShown> {
  const language = languageOf(make.analysis) ?? null;
  const { language: wished } = indexWishes(record);
  const composed = composeAnalysis(make.analysis, { language: wished });
  const written = inlineAnalyzer(composed, wished.language);
  const present = inlineAnalyzer(make.analysis, wished.language);
  const isSame = language === wished.language && present !== null && written !== null && comparable(written) === comparable(present);
  const tried = async (json: JsonObject): Promise<Tried | null> => {
    if (text === "") return null;
    const settled = await settle(analyze(scope, { index, json: { ...json, text }, steps: false }));
    return settled.ok ? { ...settled, value: { tokens: settled.value.tokens.slice(0, MOST_TOKENS), total: settled.value.tokens.length } } : settled;
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

/** What its second form does: the re-index for the stored settings goes into the draft, with the fields that a failed one was to change. Throws BackendError. */
export async function keepReindex({ scope }: { scope: Scope }) {
  const index = indexOf(scope);
  const stored = await getRelevance(scope, index);
  if (stored === null) throw new Response("This server has no relevance settings.", { status: 404 });
  const state = indexState(scope, index, { stored, make: await readMake(scope, index) });
  const draft = draftOn(scope, stored);
  const failed = state.state === "behind" && state.version !== null ? wishesIn(lastVersion(scope, index)?.wishes ?? {}) : {};
  keepDraft(scope, index, { ...draft, values: { ...failed, ...draft.values, [REINDEX_KEY]: true } });
  return redirect(screenPath(scope, "search/review"));
}
