import type { JsonObject } from "@common/text/json";
import type { Case, Fixture } from "../types";
import { call, story } from "./build";

const index = "q-languages";

type Filters = Readonly<Record<string, JsonObject>>;
type Language = { text: string; ask: string; chain: string[]; filters: Filters; tokenizer?: string };

/** The stop, keyword and stem filters that Elasticsearch's documentation rebuilds an analyzer with. */
function parts(language: string, { stem = language, also = {} }: { stem?: string; also?: Filters } = {}): Filters {
  return {
    [`${language}_stop`]: { type: "stop", stopwords: [`_${language}_`, "searchdeck"] },
    [`${language}_keywords`]: { type: "keyword_marker", keywords: ["example", "examples"] },
    [`${language}_stemmer`]: { type: "stemmer", language: stem },
    ...also,
  };
}

const base = (language: string) => ["lowercase", `${language}_stop`, `${language}_keywords`, `${language}_stemmer`];
const lower = (language: string): Filters => ({ [`${language}_lowercase`]: { type: "lowercase", language } });
const elided = (language: string, articles: string): Filters => ({
  [`${language}_elision`]: { type: "elision", articles: articles.split(" "), articles_case: true },
});

function plain(language: string, text: string, ask: string): Language {
  return { text, ask, chain: base(language), filters: parts(language) };
}

function indic(language: string, text: string, ask: string): Language {
  const chain = [
    "lowercase",
    "decimal_digit",
    `${language}_keywords`,
    "indic_normalization",
    `${language}_normalization`,
    `${language}_stop`,
    `${language}_stemmer`,
  ];
  return { text, ask, chain, filters: parts(language) };
}

/** The rebuilt chain of each language, a text, and a word in another form than the text has it. */
export const languages: Readonly<Record<string, Language>> = {
  arabic: {
    text: "الكتب والمدرسة في المدينة، ٣٤٥ كتابًا للطلاب",
    ask: "مدينة",
    chain: ["lowercase", "decimal_digit", "arabic_stop", "arabic_normalization", "arabic_keywords", "arabic_stemmer"],
    filters: parts("arabic"),
  },
  armenian: plain("armenian", "Գրքերը սեղանի վրա են, իսկ երեխաները խաղում են այգում", "երեխաներ"),
  basque: plain("basque", "Liburuak mahaiaren gainean daude eta umeak parkean jolasten dira", "umeek"),
  bengali: indic("bengali", "ছেলেরা বইগুলো পড়িতেছে এবং বাড়িতে ১২৩ জন মানুষের কষ্ট", "বইটি"),
  brazilian: plain("brazilian", "As crianças brincavam nos jardins e compraram livros novos rapidamente", "livro"),
  bulgarian: plain("bulgarian", "Книгите са на масата, а децата играят в градините с новите играчки", "книга"),
  catalan: {
    text: "L'home i les dones compraven llibres d'història a les llibreries de l’illa",
    ask: "compraves",
    chain: ["catalan_elision", ...base("catalan")],
    filters: parts("catalan", { also: elided("catalan", "d l m n s t") }),
  },
  cjk: {
    text: "東京都の日本語テスト、カタカナ ｶﾀｶﾅ ﾊﾞｽ 한국어 中文字符 the Ｗｉｄｅ 人々",
    ask: "日本語",
    chain: ["cjk_width", "lowercase", "cjk_bigram", "cjk_stop"],
    filters: { cjk_stop: { type: "stop", stopwords: ["the", "and", "s", "t", "www"] } },
  },
  czech: plain("czech", "Knihy leží na stole a děti si hrají v zahradách s novými hračkami", "kniha"),
  danish: plain("danish", "Bøgerne ligger på bordet, og børnene leger i haverne med husenes katte", "haven"),
  dutch: {
    text: "De kinderen lezen boeken en fietsen, eieren en bromfietsen in de tuinen; een kind, een ei",
    ask: "boek",
    chain: ["lowercase", "dutch_stop", "dutch_keywords", "dutch_override", "dutch_stemmer"],
    filters: parts("dutch", {
      also: {
        dutch_override: {
          type: "stemmer_override",
          rules: ["fiets=>fiets", "bromfiets=>bromfiets", "ei=>eier", "kind=>kinder"],
        },
      },
    }),
  },
  english: {
    text: "The children's ideologies are flexibly running; examples of the boys’ relational methodologies",
    ask: "runs",
    chain: ["english_possessive", ...base("english")],
    filters: parts("english", { also: { english_possessive: { type: "stemmer", language: "possessive_english" } } }),
  },
  estonian: plain(
    "estonian",
    "Raamatud on laual ja lapsed mängivad aedades uute mänguasjadega, saime teada",
    "raamatute",
  ),
  finnish: plain("finnish", "Kirjat ovat pöydällä ja lapset leikkivät puutarhoissa uusilla leluilla", "kirja"),
  french: {
    text: "L'homme et les chevaux rapidement achetèrent des livres d’histoire, jusqu'à la création des médiatrices",
    ask: "cheval",
    chain: ["french_elision", ...base("french")],
    filters: parts("french", {
      stem: "light_french",
      also: elided("french", "l m t qu n s j d c jusqu quoiqu lorsqu puisqu"),
    }),
  },
  galician: plain("galician", "Os libros están na mesa e as nenas xogan nos xardíns rapidamente", "libro"),
  german: {
    text: "Die Häuser der großen Städte und die Bücher; schoene Maedchen spielten in den Gärten",
    ask: "Haus",
    chain: ["lowercase", "german_stop", "german_keywords", "german_normalization", "german_stemmer"],
    filters: parts("german", { stem: "light_german" }),
  },
  greek: {
    text: "Τα ΒΙΒΛΊΑ είναι στο τραπέζι και τα παιδιά παίζουν στους κήπους των σπιτιών",
    ask: "κήπος",
    chain: ["greek_lowercase", "greek_stop", "greek_keywords", "greek_stemmer"],
    filters: parts("greek", { also: lower("greek") }),
  },
  hindi: indic("hindi", "लड़कियाँ किताबें पढ़ रही हैं और बच्चों के घर में १२३ खिलौने हैं", "किताबों"),
  hungarian: plain("hungarian", "A könyvek az asztalon vannak, és a gyerekek a kertekben játszanak", "könyv"),
  indonesian: plain(
    "indonesian",
    "Anak-anak membaca buku-bukunya di perpustakaan dan bermain dengan permainan mereka",
    "membacakan",
  ),
  irish: {
    text: "Tá na leabhair ar an mbord agus d'imir na páistí; tUisce nAthair m'athair n-athair",
    ask: "Athair",
    chain: ["irish_hyphenation", "irish_elision", "irish_lowercase", "irish_stop", "irish_keywords", "irish_stemmer"],
    filters: parts("irish", {
      also: {
        ...lower("irish"),
        ...elided("irish", "d m b"),
        irish_hyphenation: { type: "stop", stopwords: ["h", "n", "t"], ignore_case: true },
      },
    }),
  },
  italian: {
    text: "L'uomo e le donne compravano libri d’epoca nelle librerie dell'isola con gli amici",
    ask: "libreria",
    chain: ["italian_elision", ...base("italian")],
    filters: parts("italian", {
      stem: "light_italian",
      also: elided("italian", "c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d"),
    }),
  },
  latvian: plain("latvian", "Grāmatas ir uz galda, un bērni rotaļājas dārzos ar jauniem draugiem", "grāmata"),
  lithuanian: plain("lithuanian", "Knygos yra ant stalo, o vaikai žaidžia soduose su naujais žaislais", "knyga"),
  norwegian: plain("norwegian", "Bøkene ligger på bordet, og barna leker i hagene med husenes katter", "hage"),
  persian: {
    text: "كتاب‌ها روی میز است و بچه‌ها در باغ‌ها بازی می‌کنند ۱۲۳ خانهٔ",
    ask: "خانه",
    chain: ["lowercase", "decimal_digit", "arabic_normalization", "persian_normalization", "persian_stop"],
    filters: { persian_stop: { type: "stop", stopwords: "_persian_" } },
  },
  portuguese: {
    text: "Os livros estão nas mesas e as crianças brincavam nos jardins; opiniões dos professores animais",
    ask: "livro",
    chain: base("portuguese"),
    filters: parts("portuguese", { stem: "light_portuguese" }),
  },
  romanian: plain(
    "romanian",
    "Cărțile sunt pe masă, iar copiii se joacă în grădinile frumoase ale orașului",
    "grădini",
  ),
  russian: plain("russian", "Книги лежат на столе, а дети играли в зелёных садах с новыми игрушками", "книга"),
  sorani: {
    text: "پیاوەکان لە شارەکەدا کتێبەکانیان دەخوێننەوە ١٢٣ پیاوێک",
    ask: "پیاو",
    chain: ["sorani_normalization", "lowercase", "decimal_digit", "sorani_stop", "sorani_keywords", "sorani_stemmer"],
    filters: parts("sorani"),
  },
  spanish: {
    text: "Los libros están en las mesas y las niñas jugaban en los jardines; voces y canciones de los meses",
    ask: "libro",
    chain: base("spanish"),
    filters: parts("spanish", { stem: "light_spanish" }),
  },
  swedish: plain("swedish", "Böckerna ligger på bordet och barnen leker i trädgårdarna med husens katter", "trädgård"),
  thai: {
    text: "ภาษาไทย ๑๒๓ Thai และ",
    ask: "ภาษาไทย",
    chain: ["lowercase", "decimal_digit", "thai_stop"],
    filters: { thai_stop: { type: "stop", stopwords: "_thai_" } },
    tokenizer: "thai",
  },
  turkish: {
    text: "Kitaplar İstanbul'daki masanın üstünde ve çocuklar IŞIK bahçelerinde oynuyorlar",
    ask: "kitaplarımız",
    chain: ["apostrophe", "turkish_lowercase", "turkish_stop", "turkish_keywords", "turkish_stemmer"],
    filters: parts("turkish", { also: lower("turkish") }),
  },
  universal: {
    text: "The Café’s naïve ﬁlm of Ｗｉｄｅ Straße and ŒUVRE",
    ask: "cafe's",
    chain: ["cjk_width", "lowercase", "asciifolding", "universal_stop"],
    filters: { universal_stop: { type: "stop", stopwords: "_english_" } },
  },
};

const entries = Object.entries(languages);

/** One document a language, in a field with its rebuilt analyzer. */
export const languageFixture: Fixture = {
  index,
  settings: {
    analysis: {
      filter: Object.fromEntries(entries.flatMap(([, { filters }]) => Object.entries(filters))),
      analyzer: Object.fromEntries(
        entries.map(([name, { chain, tokenizer }]) => [
          `rebuilt_${name}`,
          { type: "custom", tokenizer: tokenizer ?? "standard", filter: chain },
        ]),
      ),
    },
  },
  mappings: {
    properties: Object.fromEntries(entries.map(([name]) => [name, { type: "text", analyzer: `rebuilt_${name}` }])),
  },
  documents: entries.map(([name, { text }]) => ({ id: name, source: { [name]: text } })),
};

/** The analyzers of a language: the rebuilt one, and the built-in one where there is one. */
export const analyzersOf = (name: string): string[] =>
  name === "universal" ? ["rebuilt_universal"] : [name, `rebuilt_${name}`];

/** Each language's tokens through both analyzers, and a search by another form of a word. */
export const languageCases: readonly Case[] = entries.map(([name, { text, ask }]) =>
  story(
    `language: ${name}`,
    ...analyzersOf(name).map((analyzer) => call(`POST /${index}/_analyze`, { analyzer, text })),
    call(`POST /${index}/_search`, { query: { match: { [name]: ask } } }),
  ),
);
