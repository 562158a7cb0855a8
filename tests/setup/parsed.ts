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
  /** Its text as it is read aloud: what `aria-hidden` hides left out, pictures by their names. */
  spoken: string;
  attributes: { name: string; value: string }[];
  hasAttribute: (name: string) => boolean;
  getAttribute: (name: string) => string | null;
  /** All elements in it. */
  below: PlainElement[];
};

const isElement = (node: Node): node is Element => "tagName" in node;
const childrenOf = (node: Node): Node[] => [
  ...("childNodes" in node ? node.childNodes : []),
  ...("content" in node ? node.content.childNodes : []),
];
const textOf = (node: Node): string =>
  node.nodeName === "#text" && "value" in node ? node.value : childrenOf(node).map(textOf).join("");

const attributeOf = ({ attrs }: Element, wanted: string) => attrs.find(({ name }) => name === wanted)?.value;

function spokenOf(node: Node): string {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if (isElement(node)) {
    if (attributeOf(node, "aria-hidden") === "true") return "";
    const named = attributeOf(node, "aria-label") ?? attributeOf(node, "alt");
    if (named !== undefined) return named;
  }
  return childrenOf(node).map(spokenOf).join(" ");
}

const made = new WeakMap<Element, PlainElement>();

function plain(element: Element): PlainElement {
  const before = made.get(element);
  if (before) return before;
  // As a browser names them: `xlink:href`, not `href` in a space of names.
  const attributes = element.attrs.map(({ name, value, prefix }) => ({
    name: prefix ? `${prefix}:${name}` : name,
    value,
  }));
  const getAttribute = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value ?? null;
  const one: PlainElement = {
    localName: element.tagName,
    attributes,
    getAttribute,
    hasAttribute: (name) => getAttribute(name) !== null,
    get textContent() {
      return textOf(element);
    },
    get spoken() {
      return spokenOf(element).replace(/\s+/g, " ").trim();
    },
    get below() {
      return childrenOf(element).flatMap(within);
    },
  };
  made.set(element, one);
  return one;
}

const within = (node: Node): PlainElement[] => [
  ...(isElement(node) ? [plain(node)] : []),
  ...childrenOf(node).flatMap(within),
];

/**
 * All elements of a page, as a browser without scripts makes them of it. To build a whole document takes seven times as
 * long.
 */
export function elementsOf(html: string): PlainElement[] {
  return within(parse(withoutSheets(html), { scriptingEnabled: false }));
}
