import type { BrowserContext, Page } from "playwright-core";

/** What no page of ours may do: `what` is a line for a person, `kind` is for checks that look for one of them. */
export type Complaint = { kind: "script error" | "console" | "elsewhere" | "answer 500"; what: string };

/**
 * Watches everything a page does that no page of ours may do. Returns the list of complaints, growing as they come:
 * requests to a third party, violations of the content security policy, script errors, answers of 500.
 */
export function watchPage({ context, own }: { context: BrowserContext; own: string }): Complaint[] {
  const complaints: Complaint[] = [];
  const complain = (kind: Complaint["kind"], text: string) => {
    const [line = ""] = text.split("\n");
    const what = `${kind}: ${line}`;
    if (complaints.every((known) => known.what !== what)) complaints.push({ kind, what });
  };
  const watchOne = (page: Page) => {
    page.on("pageerror", (error) => complain("script error", `${error.message} on ${new URL(page.url()).pathname}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      if (/Content Security Policy|hydrat|Minified React error|did not match/i.test(text)) complain("console", text);
    });
  };
  context.on("page", watchOne);
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${own}/`) && !/^(data|blob|about):/.test(url)) complain("elsewhere", url);
  });
  context.on("response", (response) => {
    if (response.status() === 500) complain("answer 500", `${response.request().method()} ${response.url()}`);
  });
  return complaints;
}
