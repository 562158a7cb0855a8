// The language of texts, among those that an index can be analyzed for.

/** `share`: how much of the text is in it, from 0 to 1. */
export type FoundLanguage = { language: string; share: number };

/** What franc calls the languages of settings. */
const BY_CODE: Readonly<Record<string, string>> = {
  ...{ arb: "arabic", hye: "armenian", ben: "bengali", bul: "bulgarian", cat: "catalan" },
  ...{ cmn: "chinese", ces: "czech", dan: "danish", nld: "dutch", eng: "english", ekk: "estonian" },
  ...{ fin: "finnish", fra: "french", glg: "galician", deu: "german", ell: "greek", hin: "hindi" },
  ...{ hun: "hungarian", ind: "indonesian", ita: "italian", jpn: "japanese", kor: "korean" },
  ...{ lvs: "latvian", lit: "lithuanian", nob: "norwegian", nno: "norwegian", pes: "persian", pol: "polish" },
  ...{ por: "portuguese", ron: "romanian", rus: "russian", ckb: "sorani", spa: "spanish", swe: "swedish" },
  ...{ tha: "thai", tur: "turkish", ukr: "ukrainian" },
};
const ONLY = Object.keys(BY_CODE);

/** A piece of text is told apart from so many letters on; longer ones are told no better. */
const PIECE = 240;
const MOST_PIECES = 40;
/** A language counts for a piece where every other one is so much less likely, one that is close to it less so. */
const AHEAD = 0.05;
const AHEAD_OF_KIN = 0.015;
const KIN: readonly ReadonlySet<string>[] = [
  new Set(["danish", "norwegian", "swedish"]),
  new Set(["catalan", "galician", "portuguese", "spanish"]),
  new Set(["russian", "ukrainian", "bulgarian"]),
];
const isKin = (one: string, other: string) => KIN.some((family) => family.has(one) && family.has(other));
/** Fewer letters say nothing; scripts without spaces say as much with a few. */
const LEAST = 80;
const LEAST_OF_SCRIPTS = 20;
const SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
/** A language is proposed where so much of the text is in it. */
export const CERTAIN = 0.7;

/** Texts one after the other, in pieces long enough to be told apart, from all over the sample. */
function piecesOf(texts: readonly string[]): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const text of texts) {
    piece += ` ${text.slice(0, PIECE)}`;
    if (piece.length < PIECE) continue;
    pieces.push(piece);
    piece = "";
  }
  const last = pieces.length === 0 || piece.length > PIECE / 2 ? [piece] : [];
  const all = [...pieces, ...last];
  const step = Math.max(1, Math.ceil(all.length / MOST_PIECES));
  return all.filter((_, at) => at % step === 0);
}

type Detector = (piece: string) => readonly [string, number][];

/** Loaded with the first text: few processes of the console ever have one. */
async function loadDetector(): Promise<Detector> {
  const { francAll } = await import("franc");
  // Short texts have their own bound above.
  return (piece) => francAll(piece, { only: ONLY, minLength: 1 });
}

function languageOfPiece(detect: Detector, piece: string): string | null {
  const [first, ...others] = merged(detect(piece));
  if (first === undefined) return null;
  const isAhead = others.every(
    ({ language, score }) => first.score - score >= (isKin(first.language, language) ? AHEAD_OF_KIN : AHEAD),
  );
  return isAhead ? first.language : null;
}

// Two written forms are one language for an analyzer.
function merged(found: readonly [string, number][]): { language: string; score: number }[] {
  const known = new Map<string, number>();
  for (const [code, score] of found) {
    const language = BY_CODE[code];
    if (language !== undefined && !known.has(language)) known.set(language, score);
  }
  return [...known].map(([language, score]) => ({ language, score }));
}

/** The language that most of some texts are in; null where they are too few, or in none that is known. */
export async function languageOfTexts(texts: readonly string[]): Promise<FoundLanguage | null> {
  const letters = texts.join("").replace(/[^\p{L}]/gu, "");
  const ofScripts = letters.match(SCRIPTS)?.length ?? 0;
  if (letters.length < LEAST && ofScripts < LEAST_OF_SCRIPTS) return null;
  const detect = await loadDetector();
  const pieces = piecesOf(texts);
  const votes = new Map<string, number>();
  for (const piece of pieces) {
    const language = languageOfPiece(detect, piece);
    if (language !== null) votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  const [best] = [...votes].sort((one, other) => other[1] - one[1]);
  return best === undefined ? null : { language: best[0], share: best[1] / pieces.length };
}

/** The language to analyze an index for: the one found where it is certain, else all of them alike. */
export const proposedLanguage = (found: FoundLanguage | null): string =>
  found !== null && found.share >= CERTAIN ? found.language : "universal";
