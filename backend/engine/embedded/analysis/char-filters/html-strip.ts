import type { CharFilter } from "../types";
import { createRewriter, type Replacement } from "./rewriter";
import { TagEnds } from "./tag-ends";

// Entities of everyday texts; an unknown name stays as it is.
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sect: "§",
  para: "¶",
  deg: "°",
  plusmn: "±",
  sup2: "²",
  sup3: "³",
  frac12: "½",
  frac14: "¼",
  times: "×",
  divide: "÷",
  middot: "·",
  bull: "•",
  iexcl: "¡",
  iquest: "¿",
  agrave: "à",
  aacute: "á",
  acirc: "â",
  atilde: "ã",
  auml: "ä",
  aring: "å",
  aelig: "æ",
  ccedil: "ç",
  egrave: "è",
  eacute: "é",
  ecirc: "ê",
  euml: "ë",
  igrave: "ì",
  iacute: "í",
  icirc: "î",
  iuml: "ï",
  ntilde: "ñ",
  ograve: "ò",
  oacute: "ó",
  ocirc: "ô",
  otilde: "õ",
  ouml: "ö",
  oslash: "ø",
  ugrave: "ù",
  uacute: "ú",
  ucirc: "û",
  uuml: "ü",
  yacute: "ý",
  szlig: "ß",
  yuml: "ÿ",
  Agrave: "À",
  Aacute: "Á",
  Acirc: "Â",
  Atilde: "Ã",
  Auml: "Ä",
  Aring: "Å",
  AElig: "Æ",
  Ccedil: "Ç",
  Egrave: "È",
  Eacute: "É",
  Ecirc: "Ê",
  Euml: "Ë",
  Ntilde: "Ñ",
  Ouml: "Ö",
  Oslash: "Ø",
  Uuml: "Ü",
};

// These stand inside a line: nothing is put where they were. All other tags break the line.
const INLINE =
  /^(?:a|abbr|acronym|b|basefont|bdo|big|cite|code|dfn|em|font|i|img|input|kbd|label|q|s|samp|select|small|span|strike|strong|sub|sup|textarea|tt|u|var)$/i;
const NAME = /<\/?([a-zA-Z_][\w:.-]*)/y;
const REFERENCE = /&#(\d{1,7});?|&#[xX]([0-9a-fA-F]{1,6});?|&([a-zA-Z]\w*);?/y;
const HIDDEN = /<(script|style)\b/y;

/** Places looked at between two chances for others. */
const STRETCH = 1_024;

/** `html_strip`: takes tags, comments, scripts and styles out and resolves entities; block tags become line breaks. */
export function htmlStrip(escapedTags: ReadonlySet<string>): CharFilter {
  return createRewriter((text) => replacements(text, escapedTags));
}

function* replacements(text: string, escapedTags: ReadonlySet<string>): Iterable<Replacement | undefined> {
  const ends = new TagEnds(text);
  let seen = 0;
  for (let start = nextSign(text, 0); start < text.length;) {
    if (++seen % STRETCH === 0) yield undefined;
    const found =
      text[start] === "&"
        ? reference(text, start)
        : (section(text, start, ends) ?? tag(text, start, { ends, escapedTags }));
    if (found) yield found;
    start = nextSign(text, found?.end ?? start + 1);
  }
}

const SIGN = /[<&]/g;

function nextSign(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.exec(text)?.index ?? text.length;
}

function reference(text: string, start: number): Replacement | undefined {
  REFERENCE.lastIndex = start;
  const match = REFERENCE.exec(text);
  if (!match) return undefined;
  const [whole, decimal, hex, name] = match;
  const end = start + whole.length;
  if (name !== undefined) return { start, end, text: ENTITIES[name] ?? whole };
  const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
  return { start, end, text: code > 0x10ffff ? whole : String.fromCodePoint(code) };
}

/** A comment, the text of a CDATA section, or a script or style with all that it holds. */
function section(text: string, start: number, ends: TagEnds): Replacement | undefined {
  if (text.startsWith("<!--", start)) {
    const end = ends.after("-->", start + 4);
    if (end >= 0) return { start, end, text: "" };
  }
  if (text.startsWith("<![CDATA[", start)) {
    const end = ends.after("]]>", start + 9);
    if (end >= 0) return { start, end, text: text.slice(start + 9, end - 3) };
  }
  HIDDEN.lastIndex = start;
  const [opening, name] = HIDDEN.exec(text) ?? [];
  if (opening === undefined || name === undefined) return undefined;
  const body = ends.ofTag(start + opening.length);
  const end = body < 0 ? -1 : ends.ofElement(name, body);
  return end < 0 ? undefined : { start, end, text: "\n" };
}

function tag(
  text: string,
  start: number,
  { ends, escapedTags }: { ends: TagEnds; escapedTags: ReadonlySet<string> },
): Replacement | undefined {
  const next = text[start + 1];
  if (next === "!" || next === "?") {
    const end = ends.ofTag(start + 2);
    return end < 0 ? undefined : { start, end, text: "" };
  }
  NAME.lastIndex = start;
  const [opening, name] = NAME.exec(text) ?? [];
  if (opening === undefined || name === undefined) return undefined;
  const after = start + opening.length;
  const end = /\s/.test(text[after] ?? "")
    ? ends.ofTag(after)
    : text[after] === ">"
      ? after + 1
      : text.startsWith("/>", after)
        ? after + 2
        : -1;
  if (end < 0) return undefined;
  return {
    start,
    end,
    text: escapedTags.has(name.toLowerCase()) ? text.slice(start, end) : INLINE.test(name) ? "" : "\n",
  };
}
