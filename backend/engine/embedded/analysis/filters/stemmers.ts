import { stemmer as bulgarian } from "@orama/stemmers/bulgarian";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as indonesian } from "@orama/stemmers/indonesian";
import { stemmer as lithuanian } from "@orama/stemmers/lithuanian";
import * as snowball from "snowball-stemmers";

export type Stem = (word: string) => string;

/** What is taken where the package of a language is not the algorithm of Lucene: the closest there is. */
const SNOWBALL: Readonly<Record<string, string>> = {
  english: "porter",
  porter: "porter",
  porter2: "english",
  arabic: "arabic",
  armenian: "armenian",
  basque: "basque",
  catalan: "catalan",
  czech: "czech",
  danish: "danish",
  dutch: "dutch",
  dutch_kp: "dutch",
  finnish: "finnish",
  light_finnish: "finnish",
  hungarian: "hungarian",
  light_hungarian: "hungarian",
  irish: "irish",
  norwegian: "norwegian",
  light_norwegian: "norwegian",
  minimal_norwegian: "norwegian",
  romanian: "romanian",
  russian: "russian",
  light_russian: "russian",
  swedish: "swedish",
  light_swedish: "swedish",
  turkish: "turkish",
  french: "french",
  light_french: "french",
  minimal_french: "french",
  spanish: "spanish",
  light_spanish: "spanish",
  italian: "italian",
  light_italian: "italian",
  portuguese: "portuguese",
  light_portuguese: "portuguese",
  minimal_portuguese: "portuguese",
  brazilian: "portuguese",
};

const OTHER: Readonly<Record<string, Stem>> = {
  bulgarian,
  greek,
  hindi,
  indonesian,
  lithuanian,
  german,
  german2: german,
  light_german: german,
  minimal_german: german,
};

const CACHED_WORDS = 50_000;
const stems = new Map<string, Stem>();

function cached(stem: Stem): Stem {
  const known = new Map<string, string>();
  return (word) => {
    let answer = known.get(word);
    if (answer === undefined) {
      if (known.size >= CACHED_WORDS) known.clear();
      answer = stem(word);
      known.set(word, answer);
    }
    return answer;
  };
}

/** Removes an English possessive: `'s` and its typographic forms. */
export function withoutPossessive(word: string): string {
  return word.replace(/['\u2019\uFF07][sS]$/, "");
}

// Harman's s-stemmer, which Lucene calls minimal.
function minimalEnglish(word: string): string {
  if (word.length < 3 || !word.endsWith("s")) return word;
  const before = word.charAt(word.length - 2);
  if (before === "u" || before === "s") return word;
  if (before === "e") {
    if (word.length > 3 && word.endsWith("ies") && !/[ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
    if (/[ioaoe]es$/.test(word)) return word;
  }
  return word.slice(0, -1);
}

/**
 * The stemmer of a `language` of Elasticsearch's `stemmer` filter; undefined when there is none.
 * English is Lucene's PorterStemFilter; docs name the languages whose packages only come near Lucene's own stemmers.
 */
export function stemmerOf(language: string): Stem | undefined {
  const name = language.toLowerCase();
  const known = stems.get(name);
  if (known) return known;
  const made = makeStemmer(name);
  if (made) stems.set(name, made);
  return made;
}

function makeStemmer(name: string): Stem | undefined {
  if (name === "possessive_english") return withoutPossessive;
  if (name === "minimal_english") return minimalEnglish;
  const other = OTHER[name];
  if (other) return cached(other);
  const algorithm = SNOWBALL[name];
  if (algorithm === undefined) return undefined;
  const stemmer = snowball.newStemmer(algorithm);
  // Lucene's Porter leaves words of up to two letters alone.
  return cached(algorithm === "porter" ? (word) => (word.length < 3 ? word : stemmer.stem(word)) : (word) => stemmer.stem(word));
}
