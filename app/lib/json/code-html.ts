const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as HTML that shows it. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? "");

/** Beyond this many characters colours cost more than they tell. */
const MOST_COLOURED = 50_000;
/** A line as long as this is no line for readers, and one made to be slow would be. */
const MOST_IN_LINE = 10_000;
/** A long text goes without numbers: each line of them is an element. */
const MOST_NUMBERED = 1500;

// A text in quotes, with a colon after it a name; a number; a word of JSON. What stands between them has no colour.
const tokens = /("(?:[^"\\\n]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

function coloured(line: string) {
  if (line.length > MOST_IN_LINE) return escapeHtml(line);
  let html = "";
  let end = 0;
  for (const match of line.matchAll(tokens)) {
    const [whole, quoted, colon] = match;
    const kind = quoted === undefined ? (/^[tfn]/.test(whole) ? "w" : "n") : colon === undefined ? "s" : "k";
    html += `${escapeHtml(line.slice(end, match.index))}<i class="${kind}">${escapeHtml(quoted ?? whole)}</i>${colon ?? ""}`;
    end = match.index + whole.length;
  }
  return html + escapeHtml(line.slice(end));
}

const looksJson = (text: string) => /^\s*[{[]/.test(text);

/**
 * Code as HTML: JSON in colours, each line an element that style sheets number. One text instead of thousands of
 * elements, which React would make on the server and once more in the browser. Everything of `text` is escaped,
 * whatever it is.
 */
export function codeHtml(text: string, { numbered = false }: { numbered?: boolean } = {}): string {
  const json = text.length <= MOST_COLOURED && looksJson(text);
  const lines = text.split("\n");
  if (!numbered || lines.length > MOST_NUMBERED)
    return `<code>${json ? lines.map(coloured).join("\n") : escapeHtml(text)}</code>`;
  return `<code class="numbered" style="--digits:${String(lines.length).length}">${lines.map((line) => `<b>${(json ? coloured(line) : escapeHtml(line)) || " "}\n</b>`).join("")}</code>`;
}
