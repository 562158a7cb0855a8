import { documentOf } from "./parsed";

export type PageForm = {
  page: string;
  action: string;
  multipart: boolean;
  entries: [name: string, value: string][];
  /** Names of what one types or chooses. */ typed: string[];
};

type Fill = (control: { name: string; value: string }) => string;

/** What each button that one sees adds to a form that it sends: nothing, where it has no name. */
function submitters(form: HTMLFormElement): ([string, string] | undefined)[] {
  const buttons = [...form.elements].filter((control) =>
    control.matches("button:not([type=button]):not([aria-hidden])"),
  );
  const named = buttons.filter((button) => button.hasAttribute("name"));
  const added = named.map((button): [string, string] => [
    button.getAttribute("name") ?? "",
    button.getAttribute("value") ?? "",
  ]);
  return named.length === buttons.length && named.length > 0 ? added : [undefined, ...added];
}

function entriesOf(form: HTMLFormElement, fill: Fill) {
  const entries: [string, string][] = [];
  const typed: string[] = [];
  for (const control of form.elements) {
    const name = control.getAttribute("name") ?? "";
    if (name === "" || control.matches("button, fieldset, output, [disabled]")) continue;
    const box = control.matches("input[type=checkbox], input[type=radio]");
    if (box && control.matches("input[type=radio]") && !(control as HTMLInputElement).checked) continue;
    const { value } = control as HTMLInputElement;
    const free = control.matches("textarea, input:not([type]), input[type=text], input[type=number], input[type=url]");
    entries.push([name, free ? fill({ name, value }) : value]);
    if (free) typed.push(name);
  }
  return { entries, typed };
}

/** The forms of a page that change something, once for each button, filled in as `fill` says. */
export function postingForms({ html, page, fill }: { html: string; page: string; fill: Fill }): PageForm[] {
  const document = documentOf({ html, url: `http://console.test${page}` });
  return [...document.querySelectorAll<HTMLFormElement>("form[method=post]")].flatMap((form) => {
    const { entries, typed } = entriesOf(form, fill);
    const { pathname, search } = new URL(form.action);
    const multipart = form.enctype === "multipart/form-data";
    return submitters(form).map((button) => ({
      page,
      action: `${pathname}${search}`,
      multipart,
      entries: button ? [...entries, button] : entries,
      typed,
    }));
  });
}

/** The form as a browser sends it; files are small ones. */
export function postOf({ action, multipart, entries }: PageForm, cookie: string): Request {
  const headers = { Cookie: cookie, Origin: "http://console.test", Host: "console.test" };
  if (!multipart) {
    const body = new URLSearchParams(entries);
    return new Request(`http://console.test${action}`, {
      method: "POST",
      body,
      headers: { ...headers, "Content-Length": String(Buffer.byteLength(body.toString())) },
    });
  }
  const body = new FormData();
  for (const [name, value] of entries)
    body.append(name, name === "file" ? new File(['{"title":"in a file"}'], "document.json") : value);
  return new Request(`http://console.test${action}`, { method: "POST", body, headers });
}
