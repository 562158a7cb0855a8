// What a field is for in a search, guessed from its name, its type and its values. Pure; the rules stand in
// docs/use/first-settings.md.
import { numericTypes } from "~/lib/data/documents/mapping-fields";
import type { Role } from "~/lib/search-relevance/field-roles";

/** A field with values that were seen of it, as texts. */
export type SampledField = {
  path: string;
  /** Of the mapping: `text`, `long`, … */ type: string;
  values: readonly string[];
};

/** So many values of a field are looked at. */
const LOOKED_AT = 200;
/** A kind of value is that of a field where so many of its values are of it. */
const MOST = 0.75;
/** Texts of so many words on average are long. */
const LONG_WORDS = 12;
const TITLE_CHARS = 200;
const FACET_CHARS = 40;
/** A value of a facet stands in two documents or more, on average. */
const FACET_SHARE = 0.5;

const TEXT_TYPES = new Set([
  "text",
  "keyword",
  "match_only_text",
  "wildcard",
  "search_as_you_type",
  "constant_keyword",
]);
const DATE_TYPES = new Set(["date", "date_nanos"]);
const PLACE_TYPES = new Set(["geo_point", "geo_shape", "point", "shape"]);

// Names in the languages whose files are imported most, the surest first: a title by its name is the first that fits.
const TITLES = [
  /^(title|headline|titel|titre|titulo|titolo|タイトル|題名|标题|标题名称)$/,
  /^(name|label|subject|heading|nom|naam|nombre|nome|bezeichnung|名前|名称|ueberschrift|überschrift)$/,
  /(title|name|titel|headline|subject)$/,
];
const IDS =
  /^(_?id|uuid|guid|key|sku|ean|gtin|upc|isbn|issn|doi|asin|zip|zip_?code|postal_?code|post_?code|plz|phone|tel|telephone|fax|order_?(no|number)|article_?(no|number)|artikel_?(nr|nummer)|serial|email|e-?mail|ip|hash|trace_?id|session)$|(_|-)id$|[a-z]Id$/;
const LONG =
  /^(description|desc|body|content|text|abstract|plot|overview|summary|message|msg|details|comment|review|instructions|synopsis|beschreibung|inhalt|zusammenfassung|descripcion|contenu|résumé|resume)$/;
const FACETS =
  /^(genres?|categor(y|ies)|types?|brand|colou?rs?|tags?|status|countr(y|ies)|languages?|kind|department|format|level|severity|cuisine|city|town|state|region|section|material|size|gender|season|rubrik|ressort|kategorie|marke|farbe|ort|stadt|land|ジャンル|分类)$/;
const PICTURES = /(image|img|poster|photo|picture|thumb(nail)?|cover|avatar|logo|icon|bild|foto)/;

const URL_VALUE = /^https?:\/\/\S+$/i;
const PICTURE_URL = /^https?:\/\/\S+\.(jpe?g|png|gif|webp|avif|svg|bmp)(\?\S*)?$/i;
const CODE = /^[\p{L}]{0,12}[-_./:#]?\d[\p{L}\d./:#_-]*$|^[0-9a-f]{8}-[0-9a-f-]{27}$|^[^\s@]+@[^\s@]+\.[a-z]+$/iu;
const DATE =
  /^(\d{4}[-/]\d{1,2}[-/]\d{1,2}([T ].*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,9} \d{4})$/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
/** Letters that make a word where words are not parted by spaces. */
const LETTERS_OF_A_WORD = 2;

type Measured = { shareOf: (pattern: RegExp) => number; chars: number; words: number; distinct: number; count: number };

function measured(values: readonly string[]): Measured {
  const looked = values.slice(0, LOOKED_AT).map((value) => value.trim());
  const mean = (of: (value: string) => number) =>
    looked.length === 0 ? 0 : looked.reduce((sum, value) => sum + of(value), 0) / looked.length;
  return {
    shareOf: (pattern) => mean((value) => (pattern.test(value) ? 1 : 0)),
    chars: mean((value) => value.length),
    words: mean((value) => value.split(/\s+/).length + (value.match(CJK)?.length ?? 0) / LETTERS_OF_A_WORD),
    distinct: new Set(looked).size,
    count: looked.length,
  };
}

/** `brand` of `product.brand`; names are compared without regard to capitals where they have no other meaning. */
const lastStep = (path: string) => path.slice(path.lastIndexOf(".") + 1);
const isId = (path: string) => IDS.test(lastStep(path)) || IDS.test(lastStep(path).toLowerCase());

/** What a field is for, by itself; which of several titles is the title is for `guessRoles` to say. */
export function guessRole({ path, type, values }: SampledField): Role {
  if (DATE_TYPES.has(type)) return "date";
  if (PLACE_TYPES.has(type)) return "place";
  if (type === "boolean") return "facet";
  if (numericTypes.has(type)) return isId(path) ? "id" : "number";
  if (type === "ip") return "id";
  return TEXT_TYPES.has(type) ? textRole(path, values) : "other";
}

function textRole(path: string, values: readonly string[]): Role {
  const name = lastStep(path).toLowerCase();
  const { shareOf, chars, words, distinct, count } = measured(values);
  if (shareOf(PICTURE_URL) >= MOST || (shareOf(URL_VALUE) >= MOST && PICTURES.test(name))) return "picture";
  if (shareOf(URL_VALUE) >= MOST) return "other";
  if (shareOf(DATE) >= MOST) return "date";
  if (isId(path) && shareOf(/\s/) < MOST) return "id";
  const isTitle = TITLES.some((pattern) => pattern.test(name));
  if (isTitle && chars <= TITLE_CHARS) return "title";
  if (words >= LONG_WORDS || (LONG.test(name) && words > 1)) return "text";
  const repeats = count > 1 && distinct <= count * FACET_SHARE;
  if (chars <= FACET_CHARS && (repeats || (FACETS.test(name) && distinct < count))) return "facet";
  if (count > 0 && shareOf(CODE) >= MOST) return "id";
  return "text";
}

const titleRank = (path: string) => TITLES.findIndex((pattern) => pattern.test(lastStep(path).toLowerCase()));

/**
 * What each of the fields is for. At most one is the title: the surest name, one of the document itself before one of
 * something in it, the first in the file. Where no name says it, the first short text whose values differ.
 */
export function guessRoles(fields: readonly SampledField[]): Map<string, Role> {
  const guessed = new Map(fields.map((field) => [field.path, guessRole(field)]));
  const depth = (path: string) => path.split(".").length;
  const [title, ...others] = fields
    .filter(({ path }) => guessed.get(path) === "title")
    .sort((one, other) => depth(one.path) - depth(other.path) || titleRank(one.path) - titleRank(other.path));
  for (const { path, values } of others) guessed.set(path, repeating(values) ? "facet" : "text");
  if (title === undefined) {
    const first = fields.find(({ path, values }) => guessed.get(path) === "text" && names(values));
    if (first) guessed.set(first.path, "title");
  }
  return guessed;
}

function repeating(values: readonly string[]): boolean {
  const { distinct, count, chars } = measured(values);
  return count > 1 && chars <= FACET_CHARS && distinct <= count * FACET_SHARE;
}

function names(values: readonly string[]): boolean {
  const { words, distinct, count } = measured(values);
  return count > 0 && words < LONG_WORDS && distinct > count * FACET_SHARE;
}
