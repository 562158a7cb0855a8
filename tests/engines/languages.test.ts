import { createAnalysis } from "@backend/engine/embedded/analysis/create-analysis";
import { expect, it } from "vitest";
import { analyzersOf, languageFixture, languages } from "./cases/languages";
import recorded from "./cases/languages.json";

const answers: Readonly<Record<string, string>> = recorded;
const analysis = createAnalysis({ index: { ...languageFixture.settings } });

function tokens(analyzer: string, text: string): string | undefined {
  return analysis
    .analyzer(analyzer)
    ?.analyze(text)
    .map(({ term, startOffset, endOffset, position }) => `${term}|${startOffset}-${endOffset}@${position}`)
    .join(" ");
}

// The answers are those of OpenSearch 2.19.1; compare.engines.ts asks the engine itself.
it.each(Object.entries(languages))(
  "%s is analysed as the real engine does it, and by the rebuilt chain too",
  (name, { text, ask }) => {
    for (const analyzer of analyzersOf(name)) expect(tokens(analyzer, text)).toBe(answers[analyzer]);
    const terms = (of: string) => (analysis.analyzer(`rebuilt_${name}`)?.analyze(of) ?? []).map(({ term }) => term);
    expect(terms(text), "a word of the text in another form").toEqual(expect.arrayContaining(terms(ask)));
  },
);
