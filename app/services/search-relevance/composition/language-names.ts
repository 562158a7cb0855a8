// What languages are called: apart from their analyzers, for screens have the names alone.

/** The languages of texts, by their names; `universal`, of no language, stands last. */
export const languages: readonly string[] = [
  ...[
    "arabic",
    "armenian",
    "basque",
    "bengali",
    "brazilian",
    "bulgarian",
    "catalan",
    "chinese",
    "czech",
    "danish",
    "dutch",
    "english",
    "estonian",
  ],
  ...[
    "finnish",
    "french",
    "galician",
    "german",
    "greek",
    "hindi",
    "hungarian",
    "indonesian",
    "irish",
    "italian",
    "japanese",
    "korean",
    "latvian",
  ],
  ...[
    "lithuanian",
    "norwegian",
    "persian",
    "polish",
    "portuguese",
    "romanian",
    "russian",
    "sorani",
    "spanish",
    "swedish",
    "thai",
    "turkish",
    "ukrainian",
  ],
  "universal",
];

/**
 * The plugin without which an engine has no analyzer of a language. Chinese, Japanese and Korean do without theirs:
 * they are searched by pairs of letters.
 */
export const neededPlugin: Readonly<Record<string, string>> = {
  polish: "analysis-stempel",
  ukrainian: "analysis-ukrainian",
};

/** `greek` as readers see it. */
export const languageLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
