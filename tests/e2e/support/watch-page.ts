import type { BrowserContext, Page } from "playwright-core";

/**
 * Watches everything a page does that no page of ours may do. Returns the list of complaints, growing as they come: requests to a
 * third party, violations of the content security policy, script errors, answers of 500.
 */
export function watchPage({ context, own }: { context: BrowserContext; own: string }): string[] {
  const complaints: string[] = [];
  const complain = (text: string) => {
    const [line = ""] = text.split("\n");
    if (!complaints.includes(line)) complaints.push(line);
  };
  const watchOne = (page: Page) => {
    page.on("pageerror", (error) => complain(`script error on ${new URL(page.url()).pathname}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      if (/Content Security Policy|hydrat|Minified React error|did not match/i.test(text)) complain(`console: ${text}`);
    });
  };
  context.on("page", watchOne);
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${own}/`) && !/^(data|blob|about):/.test(url)) complain(`request to a third party: ${url}`);
  });
  context.on("response", (response) => {
    if (response.status() === 500) complain(`answer 500: ${response.request().method()} ${response.url()}`);
  });
  return complaints;
}
