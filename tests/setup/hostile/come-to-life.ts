import type { PlainElement } from "../parsed";

/** `own` is the origin of the console. */
type Looked = { elements: Iterable<PlainElement>; told: string; elsewhere: string; own: string };

/**
 * What of the payloads came to life in a document: tags, attributes, addresses made of a text. It runs in a browser
 * too, so it names nothing of outside itself.
 */
export function comeToLife({ elements, told, elsewhere, own }: Looked): string[] {
  const found: string[] = [];
  const addressed = [
    "href",
    "src",
    "action",
    "formaction",
    "xlink:href",
    "poster",
    "data",
    "srcset",
    "ping",
    "background",
    "cite",
    "manifest",
  ];
  const tags = ["iframe", "frame", "object", "embed", "base", "applet", "portal", "marquee"];
  for (const element of elements) {
    const tag = element.localName;
    const complain = (what: string) => found.push(`<${tag}> ${what}`.slice(0, 200));
    if (tag.includes(told) || tags.includes(tag)) complain("stands in the page");
    // Ours have a nonce, which a browser hides from who asks for the attribute.
    if (tag === "script" && !element.hasAttribute("nonce"))
      complain(`without a nonce: ${element.textContent.slice(0, 80)}`);
    if (tag === "style" && element.textContent.includes(elsewhere)) complain("names another place");
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name) || name.includes(told) || name === "srcdoc") complain(`has ${name}="${value}"`);
      if (name === "style" && /url\((?!#)|expression|@import/i.test(value)) complain(`has style="${value}"`);
      if (
        name === "http-equiv" &&
        /refresh/i.test(value) &&
        /url=(?!\/(?!\/))/i.test(element.getAttribute("content") ?? "")
      )
        complain("leads away");
      if (!addressed.includes(name)) continue;
      // What a parser of addresses makes of it, not what it looks like.
      const url = URL.canParse(value, own) ? new URL(value, own) : null;
      const isPicture =
        url?.protocol === "data:" && ((tag === "link" && element.getAttribute("rel") === "icon") || tag === "img");
      if (url === null || isPicture) continue;
      if (!["http:", "https:", "mailto:"].includes(url.protocol) && !url.href.startsWith(`blob:${own}`))
        complain(`has ${name}="${value}"`);
      else if (url.host.includes(elsewhere)) complain(`leads elsewhere by ${name}="${value}"`);
    }
  }
  return [...new Set(found)];
}
