import { Fragment } from "react";
import { Name } from "~/components/ui/name";
import { decodeSegment, shownId } from "~/lib/address/ids";
import type { StoredKind } from "~/lib/indices/template-match";
import type { Crumb, Handle, TitlePart } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";

// One module, for each that pages share is a file to load.

/** What a kind of template is called. Apart from `lib/indices/template-match`, which brings a JSON parser along. */
export const kindNames: Record<StoredKind, string> = {
  composable: "Index template",
  legacy: "Legacy template",
  component: "Component template",
};

/** In a column of its own, where "template" goes without saying. */
export const kindBadges: Record<StoredKind, string> = {
  composable: "Index",
  legacy: "Legacy",
  component: "Component",
};

/** The name of the template in an address, for readers. */
export const templateLabel = (pathname: string) => shownId(decodeSegment(pathname.split("/")[4] ?? ""));

/** The title of a page of a template, with what is done to it. */
export const templateTitle =
  (verb?: "Edit" | "Delete" | "Changes of"): TitlePart =>
  ({ location }) =>
    [verb, templateLabel(location.pathname)].filter((word) => word !== undefined).join(" ");

/** The page of a template, or one under it. */
export const templatePage = ({ kind, name }: { kind: StoredKind; name: string }, under?: string) =>
  screenPath(clusterLevel, "templates", { rest: [kind, name, ...(under === undefined ? [] : [under])] });

/** Index templates, of two kinds, and the component templates that they are composed of: a list and a form each. */
export const families = {
  index: {
    list: "templates",
    title: "Templates",
    noun: "template",
    plural: "templates",
    empty: { none: "No templates yet", matches: "No template matches" },
  },
  component: {
    list: "templates/components",
    title: "Component templates",
    noun: "template",
    plural: "templates",
    empty: { none: "No component templates yet", matches: "No component template matches" },
  },
};
export type Family = keyof typeof families;

/** Which of them a page is about: by its address, "templates/components", "templates/component/logs". */
export const familyIn = (pathname: string): Family =>
  /^components?(\.data)?$/.test(pathname.split("/")[3] ?? "") ? "component" : "index";

/** What a list is called, in a title. */
export const familyTitle: TitlePart = ({ location }) => families[familyIn(location.pathname)].title;

/** `handle` of a list, or with a label of a page beside it. */
export function familyHandle(label?: (family: Family) => string): Handle {
  return {
    screen: "",
    crumbs({ pathname }) {
      const family = familyIn(pathname);
      const crumbs = listCrumbs(family);
      if (label !== undefined) return [...crumbs, { label: label(family) }];
      return crumbs.map(({ label, to }, at) => (at === crumbs.length - 1 ? { label } : { label, to }));
    },
  };
}

const listCrumbs = (family: Family): Required<Crumb>[] =>
  (family === "index" ? ["index" as const] : ["index" as const, family]).map((one) => ({
    label: families[one].title,
    to: screenPath(clusterLevel, families[one].list),
  }));

/** Breadcrumbs of a template, and of a page under it. */
export const templateCrumbs =
  (page?: string) =>
  ({ pathname }: { pathname: string }) => {
    const label = templateLabel(pathname);
    const to = pathname.split("/").slice(0, 5).join("/");
    const own = page === undefined ? [{ label }] : [{ label, to }, { label: page }];
    return [...listCrumbs(familyIn(pathname)), ...own];
  };

/** The component templates of a template, in the order in which they are laid over each other. */
export function ComponentLinks({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ", "}
      <Name to={templatePage({ kind: "component", name })}>{name}</Name>
    </Fragment>
  ));
}
