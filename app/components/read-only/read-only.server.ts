import { escapeText } from "~/lib/values/markup";
import { buttonClass } from "~/components/ui/button";

// What a page shows, without anything that leads or sends somewhere: for readers who may see this page and no other.
// Done to the markup that React has written, so that it holds for every piece of every page, and no page that is used
// carries a byte for it.

const TAG = /<(\/?)([a-z][\w-]*)([\s/](?:"[^"]*"|[^">])*)?>/gi;
/** Elements that go with what is in them. */
const GONE = new Set([
  "form",
  "button",
  "select",
  "textarea",
  "script",
  "style",
  "nav",
  "dialog",
  "iframe",
  "object",
  "template",
  "datalist",
  "noscript",
  "base",
]);
/** Those that have nothing in them. */
const VOID = new Set(["input", "link", "meta", "img", "embed", "area", "br", "hr", "wbr", "col"]);
const KEPT_VOID = new Set(["br", "hr", "wbr", "col"]);
/** Classes of elements that are for who uses the page: menus, sorting, and whatever a page marks so. */
const CONTROLS = /(?:^| )(?:page-only|sort-menu|sorts|arrow|menu)(?: |$)/;
/** The sign on a filter that takes it away. */
const CROSS = /^<span aria-hidden="true">×<\/span>/;

const BUTTON = buttonClass().slice(0, 40);
const classOf = (attributes: string) => / class="([^"]*)"/.exec(attributes)?.[1] ?? "";
/** Links that say what to do, not what something is. */
const isCall = (name: string) => name.startsWith(BUTTON) || name === "link font-semibold";

const isGone = ({ tag, attributes }: { tag: string; attributes: string }) =>
  GONE.has(tag) || CONTROLS.test(classOf(attributes)) || (tag === "a" && isCall(classOf(attributes)));

/** A link as text: its looks without those of a link. */
function asText(attributes: string): string {
  const left = classOf(attributes)
    .split(" ")
    .filter((name) => name !== "link" && name !== "");
  return left.length === 0 ? "<span>" : `<span class="${left.join(" ")}">`;
}

/** What else a link says of itself. */
const KEPT = [/ class="[^"]*"/, / title="[^"]*"/, / rel="[^"]*"/, / aria-current="[^"]*"/, / aria-label="[^"]*"/];
const keptOf = (attributes: string) => KEPT.map((one) => one.exec(attributes)?.[0] ?? "").join("");

/** A box that scrolls takes the keyboard itself where nothing in it does any more. */
function reachable(all: string, attributes: string): string {
  return / role="region"/.test(attributes) && !/ tabindex=/i.test(attributes)
    ? `${all.slice(0, -1)} tabindex="0">`
    : all;
}

type Tag = { from: number; to: number; closes: boolean; name: string; attributes: string };

const tagsOf = (html: string): Tag[] =>
  [...html.matchAll(TAG)].map((found) => {
    const [all, slash, name = "", attributes = ""] = found;
    return {
      from: found.index,
      to: found.index + all.length,
      closes: slash === "/",
      name: name.toLowerCase(),
      attributes,
    };
  });

/** The place of the tag that closes the one at `opening`; the last place where none does. */
function closing(tags: readonly Tag[], opening: number): number {
  let depth = 0;
  for (let at = opening; at < tags.length; at += 1) {
    if (tags[at]?.name !== tags[opening]?.name) continue;
    depth += tags[at]?.closes ? -1 : 1;
    if (depth === 0) return at;
  }
  return tags.length - 1;
}

/** What an attribute says, of those that React writes. */
const textOf = (written: string) =>
  written
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
const hrefOf = (attributes: string) => textOf(/ href="([^"]*)"/.exec(attributes)?.[1] ?? "about:blank");
/** Controls of a list; they stay where one of their links does. */
const isOfList = ({ name, attributes }: Tag) =>
  name === "nav" || /(?:^| )(?:menu|sort-menu)(?: |$)/.test(classOf(attributes));

/** Where a link may lead all the same, as its reader is to find it; undefined for one that becomes text. */
export type LinkTo = (href: string) => string | undefined;

/**
 * The markup of a page without its links, forms, menus and other controls, but for those links that `linkTo` lets
 * stand; `html` is what React wrote.
 */
export function readOnly(html: string, linkTo: LinkTo = () => undefined): string {
  const tags = tagsOf(html);
  const linkOf = ({ name, attributes, closes }: Tag) =>
    name === "a" && !closes && !isCall(classOf(attributes)) ? linkTo(hrefOf(attributes)) : undefined;
  const holdsLink = (place: number) => tags.slice(place, closing(tags, place)).some((tag) => linkOf(tag) !== undefined);
  // The sign of an order goes with its link.
  let isInLink = false;

  /** What stands between two tags. */
  function between(first: number, last: number): string {
    let made = "";
    let at = tags[first]?.to ?? 0;
    for (let place = first + 1; place < last; place += 1) {
      const tag = tags[place];
      if (tag === undefined) break;
      made += html.slice(at, tag.from);
      const { text, next } = shown(tag, place);
      made += text;
      place = next;
      at = tags[next]?.to ?? html.length;
    }
    return made + html.slice(at, tags[last]?.from ?? html.length);
  }

  /** What becomes of a tag, and the last one that is dealt with by that. */
  function shown(tag: Tag, place: number): { text: string; next: number } {
    const { name, attributes, closes } = tag;
    const all = html.slice(tag.from, tag.to);
    if (closes) return { text: name === "a" ? "</span>" : all, next: place };
    if (VOID.has(name)) return { text: KEPT_VOID.has(name) ? all : "", next: place };
    if (name === "details" && /\bdate-range\b/.test(classOf(attributes))) {
      // The picker of a range: what it is set to stays.
      const end = closing(tags, place);
      return { text: `<p class="text-13">${between(place + 1, closing(tags, place + 1))}</p>`, next: end };
    }
    const link = linkOf(tag);
    if (link !== undefined) {
      const end = closing(tags, place);
      isInLink = true;
      const text = `<a href="${escapeText(link)}"${keptOf(attributes)}>${between(place, end)}</a>`;
      isInLink = false;
      return { text, next: end };
    }
    if ((isInLink && name === "span") || (isOfList(tag) && holdsLink(place))) return { text: all, next: place };
    if (isGone({ tag: name, attributes }) || CROSS.test(html.slice(tag.from, tag.from + 40)))
      return { text: "", next: closing(tags, place) };
    return { text: name === "a" ? asText(attributes) : reachable(all, attributes), next: place };
  }

  return between(-1, tags.length);
}
