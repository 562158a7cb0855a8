import { JSDOM } from "jsdom";
import { type DefaultTreeAdapterTypes, parse } from "parse5";

// Pages, read. Most of what a page of ours took to read was its own style sheet, which no test of these looks at.

const withoutSheets = (html: string) => html.replace(/(<style data-sheets[^>]*>)[^<]*/g, "$1");

/** The document of a page, with forms and selectors. */
export function documentOf({ html, url }: { html: string; url: string }): Document {
  return new JSDOM(withoutSheets(html), { url }).window.document;
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
/** An element as far as a walk over all of them needs it. */
export type PlainElement = {
  localName: string;
  textContent: string;
  attributes: { name: string; value: string }[];
  hasAttribute: (name: string) => boolean;
  getAttribute: (name: string) => string | null;
};

const isElement = (node: Node): node is Element => "tagName" in node;
const childrenOf = (node: Node): Node[] => [...("childNodes" in node ? node.childNodes : []), ...("content" in node ? node.content.childNodes : [])];
const textOf = (node: Node): string => (node.nodeName === "#text" && "value" in node ? node.value : childrenOf(node).map(textOf).join(""));

function plain(element: Element): PlainElement {
  // As a browser names them: `xlink:href`, not `href` in a space of names.
  const attributes = element.attrs.map(({ name, value, prefix }) => ({ name: prefix ? `${prefix}:${name}` : name, value }));
  const getAttribute = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value ?? null;
  return {
    localName: element.tagName,
    attributes,
    getAttribute,
    hasAttribute: (name) => getAttribute(name) !== null,
    get textContent() {
      return textOf(element);
    },
  };
}

/** All elements of a page, as a browser without scripts makes them of it. To build a whole document takes seven times as long. */
export function elementsOf(html: string): PlainElement[] {
  const below = (node: Node): PlainElement[] => [...(isElement(node) ? [plain(node)] : []), ...childrenOf(node).flatMap(below)];
  return below(parse(withoutSheets(html), { scriptingEnabled: false }));
}
