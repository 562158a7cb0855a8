import type { MetaFunction } from "@remix-run/node";
import { type Crumb, type Handle, titled, type TitlePart } from "./handle";
import { type LevelRef, type Query, restOf, screenPath } from "./paths";

type Description<Page extends string> = {
  /** The key of its list in routes.js. */
  screen: string;
  /** What one and several of them are called within a sentence. */
  noun: string;
  plural: string;
  /** What the list is called. */
  title: string;
  /** Pages below one of them, and pages beside the list: "edit", "new". */
  pages?: readonly Page[];
  /** The name of one, where the data of its pages tells it; the id otherwise. */
  nameIn?: (data: unknown) => string | undefined;
};

/** A page of a thing: the list, one beside it, the page of one, or one below that. */
export type ThingPage<Page extends string> = { id?: string; page?: Page; query?: Query };

type About = Parameters<NonNullable<Handle["crumbs"]>>[0];
/** What crumbs and titles of a page are made of. */
type Named = { id: string; name: string };

/**
 * A kind of thing that has a list and pages, described once: what its screens are called, where they stand, and by its
 * `screen` who may open them (`requireScope(request, params, things, context)`).
 */
export function thing<const Page extends string = never>(description: Description<Page>) {
  const { screen, noun, plural, title, nameIn } = description;
  const [entry = "", ...below] = screen.split("/");
  const idOf = (pathname: string) => restOf(pathname, below.length);
  const named = ({ pathname, data }: { pathname: string; data: unknown }): Named => {
    const id = idOf(pathname);
    return { id, name: nameIn?.(data) ?? id };
  };

  function path(at: LevelRef, { id, page, query = {} }: ThingPage<Page> = {}): string {
    if (id === undefined) return screenPath(at, page === undefined ? screen : `${screen}/${page}`, { query });
    return screenPath(at, screen, { rest: page === undefined ? [id] : [id, page], query });
  }

  /** A list that is no entry of the sidebar has a crumb of its own. */
  const listCrumb = (at: LevelRef): Crumb[] => (below.length === 0 ? [] : [{ label: title, to: path(at) }]);

  return {
    screen,
    noun,
    plural,
    title,
    pages: description.pages ?? [],
    path,
    /** The id in the address of a page of one. */
    idIn: (source: string | { url: string }) =>
      idOf(typeof source === "string" ? source : new URL(source.url).pathname),
    /** What the list says when it is empty, and when nothing in it matches. */
    empty: { none: `No ${plural} yet`, matches: `No ${noun} matches` },
    /** What is said of one that does not exist. */
    missing: (name: string) => `There is no ${noun} called ${name}. It may have been deleted.`,
    /** `handle` of the list. */
    list: (more: Handle = {}): Handle => ({
      screen: entry,
      ...(below.length === 0 ? {} : { crumbs: () => [{ label: title }] }),
      ...more,
    }),
    /** `handle` of a page beside the list. */
    beside: (label: string, more: Handle = {}): Handle => ({
      screen: entry,
      crumbs: ({ at }) => [...listCrumb(at), { label }],
      ...more,
    }),
    /** `handle` of the page of one, or with a label of one below it. */
    one: (label?: string, more: Handle = {}): Handle => ({
      screen: entry,
      crumbs({ pathname, at, data }: About) {
        const { id, name } = named({ pathname, data });
        const own = label === undefined ? [{ label: name }] : [{ label: name, to: path(at, { id }) }, { label }];
        return [...listCrumb(at), ...own];
      },
      ...more,
    }),
    /** `meta` of a page: the title of the list, before it what the page is called. */
    meta: <Loader = unknown>(part?: string | ((of: Named) => string)): MetaFunction<Loader> =>
      titled<Loader>(...(part === undefined ? [] : [partOf<Loader>(part, named)]), title),
  };
}

const partOf =
  <Loader>(
    part: string | ((of: Named) => string),
    named: (of: { pathname: string; data: unknown }) => Named,
  ): TitlePart<Loader> =>
  ({ location, data }) =>
    typeof part === "string" ? part : part(named({ pathname: location.pathname, data }));

/** As `thing` makes one, whatever its pages are. */
export type Thing = Omit<ReturnType<typeof thing>, "path" | "pages">;
