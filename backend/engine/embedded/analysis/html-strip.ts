import type { CharFilter } from "./parts";
import { createRewriter } from "./rewriter";

// Entities of everyday texts; an unknown name stays as it is.
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", copy: "©", reg: "®", trade: "™", hellip: "…", mdash: "—", ndash: "–", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»",
  euro: "€", pound: "£", yen: "¥", cent: "¢", sect: "§", para: "¶", deg: "°", plusmn: "±", sup2: "²", sup3: "³", frac12: "½", frac14: "¼", times: "×", divide: "÷", middot: "·", bull: "•", iexcl: "¡", iquest: "¿",
  agrave: "à", aacute: "á", acirc: "â", atilde: "ã", auml: "ä", aring: "å", aelig: "æ", ccedil: "ç", egrave: "è", eacute: "é", ecirc: "ê", euml: "ë", igrave: "ì", iacute: "í", icirc: "î", iuml: "ï", ntilde: "ñ",
  ograve: "ò", oacute: "ó", ocirc: "ô", otilde: "õ", ouml: "ö", oslash: "ø", ugrave: "ù", uacute: "ú", ucirc: "û", uuml: "ü", yacute: "ý", szlig: "ß", yuml: "ÿ",
  Agrave: "À", Aacute: "Á", Acirc: "Â", Atilde: "Ã", Auml: "Ä", Aring: "Å", AElig: "Æ", Ccedil: "Ç", Egrave: "È", Eacute: "É", Ecirc: "Ê", Euml: "Ë", Ntilde: "Ñ", Ouml: "Ö", Oslash: "Ø", Uuml: "Ü",
};

// These stand inside a line: nothing is put where they were. All other tags break the line.
const INLINE = /^(?:a|abbr|acronym|b|basefont|bdo|big|cite|code|dfn|em|font|i|img|input|kbd|label|q|s|samp|select|small|span|strike|strong|sub|sup|textarea|tt|u|var)$/i;
const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(script|style)\b(?:[^>"']|"[^"]*"|'[^']*')*>[\s\S]*?<\/\2\s*>|<[!?](?:[^>"']|"[^"]*"|'[^']*')*>|<\/?([a-zA-Z_][\w:.-]*)(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?\/?>|&#(\d{1,7});?|&#[xX]([0-9a-fA-F]{1,6});?|&([a-zA-Z]\w*);?/g;

/** `html_strip`: takes tags, comments, scripts and styles out and resolves entities; block tags become line breaks. */
export function htmlStrip(escapedTags: ReadonlySet<string>): CharFilter {
  return createRewriter(MARKUP, (match) => {
    const [whole, cdata, hidden, tag, decimal, hex, name] = match;
    if (cdata !== undefined) return cdata;
    if (hidden !== undefined) return "\n";
    if (tag !== undefined) return escapedTags.has(tag.toLowerCase()) ? whole : INLINE.test(tag) ? "" : "\n";
    const code = decimal === undefined ? (hex === undefined ? undefined : parseInt(hex, 16)) : Number(decimal);
    if (code !== undefined) return code > 0x10ffff ? whole : String.fromCodePoint(code);
    return name === undefined ? "" : (ENTITIES[name] ?? whole);
  });
}
