import { indentJson } from "./layout";

/** What a page shows of an answer at most, in characters. */
const MOST = 100_000;
/** Laid out only up to this many characters, for it takes time. */
const MOST_LAID_OUT = 1_000_000;

/**
 * The beginning of an answer, whatever it is: JSON on lines, anything else as it came. `bytes` are those of the whole.
 */
export type ShownAnswer = { text: string; cut: boolean; bytes: number; isJson: boolean };

/** An answer of a server as a page may show it. What is no text is drawn, so that nothing in it moves the page. */
export function shownAnswer(text: string): ShownAnswer {
  const isJson = isValidJson(text);
  const laidOut = isJson && text.length <= MOST_LAID_OUT && !text.trim().includes("\n") ? indentJson(text) : text;
  const shown = laidOut.slice(0, MOST).replace(/[\ud800-\udbff]$/, "");
  return {
    text: isJson ? shown : withoutControls(shown),
    cut: laidOut.length > MOST,
    bytes: Buffer.byteLength(text),
    isJson,
  };
}

/** Whether a text is JSON as a whole. */
export function isValidJson(text: string): boolean {
  if (!/^\s*[{["\d\-tfn]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const withoutControls = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "�");
