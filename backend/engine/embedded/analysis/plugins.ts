type Plugin = { plugin: string; parts: RegExp; instead: string };

// What languages whose analyzers no well-kept package carries are asked for by.
const PLUGINS: readonly Plugin[] = [
  { plugin: "analysis-smartcn", parts: /^(?:smartcn|chinese$)/, instead: "[cjk]" },
  { plugin: "analysis-kuromoji", parts: /^(?:kuromoji|ja_stop$|japanese$)/, instead: "[cjk]" },
  { plugin: "analysis-nori", parts: /^(?:nori|korean$)/, instead: "[cjk]" },
  { plugin: "analysis-stempel", parts: /^polish/, instead: "[universal]" },
  { plugin: "analysis-ukrainian", parts: /^ukrainian/, instead: "[universal]" },
  { plugin: "analysis-icu", parts: /^icu_/, instead: "[standard], [asciifolding] and [lowercase]" },
  { plugin: "analysis-phonetic", parts: /^phonetic$/, instead: "a search with [fuzziness]" },
];

/**
 * What follows a refusal by name where the part is one of Elasticsearch's plugins: what there is instead. Empty for any
 * other name.
 */
export function pluginHint(part: string): string {
  const found = PLUGINS.find(({ parts }) => parts.test(part.toLowerCase()));
  return found
    ? `; it belongs to the plugin ${found.plugin}, which the embedded engine does not have: use ${found.instead}, or a remote engine`
    : "";
}
