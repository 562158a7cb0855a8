// jsdom brings no types; of it the tests only need a document.
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options?: { url?: string });
    readonly window: { readonly document: Document };
  }
}
