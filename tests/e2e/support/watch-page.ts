import type { BrowserContext, Page } from "playwright-core";

/**
 * Watches everything a page does that no page of ours may do. Returns the list of complaints, growing as they come: requests to a
 * third party, violations of the content security policy, script errors, answers of 500.
 */
export function watchPage({ context, own }: { context: BrowserContext; own: string }): string[] {
  const complaints: string[] = [];
  const watchOne = (page: Page) => {
    page.on("pageerror", (error) => complaints.push(`script error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      if (/Content Security Policy|hydrat|Minified React error|did not match/i.test(text)) complaints.push(`console: ${text}`);
    });
  };
  context.on("page", watchOne);
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${own}/`) && !/^(data|blob|about):/.test(url)) complaints.push(`request to a third party: ${url}`);
  });
  context.on("response", (response) => {
    if (response.status() === 500) complaints.push(`answer 500: ${response.request().method()} ${response.url()}`);
  });
  return complaints;
}
