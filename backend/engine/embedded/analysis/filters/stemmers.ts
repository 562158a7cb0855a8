import { stemmer as lithuanian } from "@orama/stemmers/lithuanian";
import * as snowball from "snowball-stemmers";
import { arabic, persian, sorani } from "./light-stemmers/arabic-script";
import { latvian } from "./light-stemmers/baltic";
import { brazilian } from "./light-stemmers/brazilian";
import { estonian } from "./light-stemmers/estonian";
import { lightFrench, minimalFrench } from "./light-stemmers/french";
import { lightGerman, minimalGerman } from "./light-stemmers/german";
import { greek } from "./light-stemmers/greek";
import { lightHungarian } from "./light-stemmers/hungarian";
import { indonesian } from "./light-stemmers/indonesian";
import { bengali, hindi } from "./light-stemmers/indic";
import {
  lightFinnish,
  lightNorwegian,
  lightNynorsk,
  lightSwedish,
  minimalNorwegian,
  minimalNynorsk,
} from "./light-stemmers/nordic";
import { porter } from "./light-stemmers/porter";
import { galician, minimalGalician, minimalPortuguese, portugueseRslp } from "./light-stemmers/rslp";
import { lightItalian, lightPortuguese, lightSpanish } from "./light-stemmers/romance";
import { bulgarian, czech, lightRussian } from "./light-stemmers/slavic";
import type { Stem } from "./light-stemmers/types";

/** Languages whose algorithm is Snowball's. */
const SNOWBALL: Readonly<Record<string, string>> = {
  porter2: "english",
  armenian: "armenian",
  basque: "basque",
  catalan: "catalan",
  danish: "danish",
  dutch: "dutch",
  finnish: "finnish",
  hungarian: "hungarian",
  irish: "irish",
  norwegian: "norwegian",
  romanian: "romanian",
  swedish: "swedish",
  turkish: "turkish",
  spanish: "spanish",
  italian: "italian",
  portuguese: "portuguese",
};

const snowballOf = (name: string): Stem => {
  const stemmer = snowball.newStemmer(name);
  return (word) => stemmer.stem(word);
};

// Lucene's Snowball is newer than the package's in these two: a dotted e is an e in Russian, and ï and ë are no vowels
// in French.
const RUSSIAN = snowballOf("russian");
const russian: Stem = (word) => RUSSIAN(word.replaceAll("ё", "е"));
const FRENCH = snowballOf("french");
const french: Stem = (word) =>
  FRENCH(word.replaceAll("ï", "Hi").replaceAll("ë", "He"))
    .replaceAll("Hi", "ï")
    .replaceAll("He", "ë")
    .replaceAll("H", "");
// Umlauts written out are umlauts, but `ue` after a q or another vowel.
const GERMAN = snowballOf("german");
const german2: Stem = (word) =>
  GERMAN(word.replace(/qu|ae|oe|(?<![aeiouyäöü])ue|ß/g, (letters) => UMLAUTS[letters] ?? letters));
const UMLAUTS: Readonly<Record<string, string>> = { ae: "ä", oe: "ö", ue: "ü", ß: "ss" };

const OTHER: Readonly<Record<string, Stem>> = {
  arabic,
  bengali,
  brazilian,
  bulgarian,
  czech,
  english: porter,
  estonian,
  french,
  greek,
  hindi,
  indonesian,
  latvian,
  lithuanian,
  galician,
  german: GERMAN,
  german2,
  light_finnish: lightFinnish,
  light_french: lightFrench,
  light_german: lightGerman,
  light_hungarian: lightHungarian,
  light_italian: lightItalian,
  light_norwegian: lightNorwegian,
  light_nynorsk: lightNynorsk,
  light_portuguese: lightPortuguese,
  light_russian: lightRussian,
  light_spanish: lightSpanish,
  light_swedish: lightSwedish,
  minimal_french: minimalFrench,
  minimal_galician: minimalGalician,
  minimal_german: minimalGerman,
  minimal_norwegian: minimalNorwegian,
  minimal_nynorsk: minimalNynorsk,
  minimal_portuguese: minimalPortuguese,
  persian,
  porter,
  portuguese_rslp: portugueseRslp,
  russian,
  sorani,
};

const CACHED_WORDS = 50_000;
/** No word is longer; stemmers take the square of the length for some. */
const LONGEST_WORD = 1_000;
const stems = new Map<string, Stem>();

function cached(stem: Stem): Stem {
  const known = new Map<string, string>();
  return (word) => {
    if (word.length > LONGEST_WORD) return word;
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
  return cached(snowballOf(algorithm));
}
