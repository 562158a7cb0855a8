import { documentOf, elementsOf, type PlainElement } from "../setup/parsed";
import type { Address } from "./addresses";

/** An address as it was answered once in a world: what every check looks at. */
export type Visit = Address & {
  status: number;
  headers: Headers;
  html: string;
  /** Whether it is a page, and not a file or a redirect. */
  isPage: boolean;
  /** What a browser without scripts makes of it. */
  readonly elements: PlainElement[];
  /** The same with selectors, which takes seven times as long: for few addresses. */
  readonly document: Document;
  /** The text of its body, without scripts and styles. */
  readonly text: string;
  /** What the search server was asked for it, as `GET /path`. */
  calls: readonly string[];
  /** Milliseconds. */
  took: number;
};

type Answered = Pick<Visit, "status" | "headers" | "html" | "calls" | "took">;

/** What came back from an address; it is parsed once, when the first check asks. */
export function visitOf(address: Address, answered: Answered): Visit {
  let elements: PlainElement[] | undefined;
  let document: Document | undefined;
  let text: string | undefined;
  const { html, headers } = answered;
  return {
    ...address,
    ...answered,
    isPage: (headers.get("Content-Type") ?? "").startsWith("text/html"),
    get elements() {
      return (elements ??= elementsOf(html));
    },
    get document() {
      return (document ??= documentOf({ html, url: `http://console.test${address.path}` }));
    },
    get text() {
      return (text ??= textIn(html));
    },
  };
}

const signs: Record<string, string> = { "&#x27;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&" };

function textIn(html: string): string {
  const body = /<body[\s\S]*$/.exec(html)?.[0] ?? html;
  return body
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(#x27|quot|lt|gt|amp);/g, (sign) => signs[sign] ?? sign)
    .replace(/\s+/g, " ");
}
