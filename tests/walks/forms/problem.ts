import type { PageForm } from "../../setup/page-forms";
import type { Lie } from "./lies";

export type Judged = { answer: Response; form: PageForm; lie: Lie; to: string; lied: boolean };

/** What is wrong with what a form was answered while the server lied; undefined where nothing is. */
export async function problemOf({ answer, form, lie, to, lied }: Judged): Promise<string | undefined> {
  const html = await answer.text();
  const text = html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"');
  if (answer.status === 302) {
    const flash = decodeURIComponent(answer.headers.getSetCookie().join());
    if (lie.what === "401" && answer.headers.get("Location")?.startsWith("/login")) return undefined;
    if (!lied || (flash.includes('"kind":"bad"') && lie.says.test(flash))) return undefined;
    // Imports begin at once; their page tells what the server says meanwhile.
    return /"kind":"info"/.test(flash) ? undefined : `led to ${answer.headers.get("Location")} with ${flash}`;
  }
  if (!html.includes("<h1")) return `${answer.status} without a heading: ${text.slice(0, 200)}`;
  if (!html.includes('aria-label="Sections"')) return `${answer.status} without the sidebar`;
  // A button that takes a row away takes along what was typed in it.
  const takesRow = form.entries.at(-1)?.[1].includes('"type":"remove"') === true;
  const lost = form.typed.filter(
    (name) =>
      !(takesRow && name.includes("[")) &&
      !shows(html, form, form.entries.find(([entry]) => entry === name)?.[1] ?? ""),
  );
  if (lost.length > 0) return `${answer.status} without what was typed: ${lost.join()}`;
  if (!lied) return answer.status >= 500 && to === "changes" ? `${answer.status}: ${text.slice(0, 200)}` : undefined;
  const status = lie.what === "silence" && form.action.includes("/delete-many") ? 502 : lie.status;
  if (answer.status !== status) return `${answer.status}: ${text.slice(0, 300)}`;
  if (status === lie.status && !lie.says.test(text)) return `does not say ${String(lie.says)}: ${text.slice(0, 600)}`;
  return html.includes('aria-invalid="true"') ||
    /\bnot\b|\bis still\b|refuses|Nothing|An error occured while/.test(text)
    ? undefined
    : "does not say what was not done";
}

/** A text stands in a field of the page, as HTML writes it. */
function shows(html: string, { action }: PageForm, value: string) {
  if (value === "") return true;
  const written = value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
  const inFields = [`value="${written}"`, `>${written}</textarea>`, `>\n${written}</textarea>`];
  // The rows of a test come and go with its buttons.
  if (action.includes("/relevance-tests/")) return html.includes(written);
  return inFields.some((field) => html.includes(field) || html.includes(field.replace(/(?<!^>)\n/g, "\r\n")));
}
