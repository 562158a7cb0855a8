import { Fragment } from "react";
import { PlainLink } from "~/components/kit";
import { decodeSegment, shownId } from "~/lib/ids";
import type { StoredKind, TemplateKind } from "~/lib/template-match";
import type { Crumb } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";

// One module, for each that pages share is a file to load.

/** What a kind of template is called. Apart from `lib/template-match`, which brings a JSON parser along. */
export const kindNames: Record<StoredKind, string> = { composable: "Index template", legacy: "Legacy template", component: "Component template" };

/** In a column of its own, where "template" goes without saying. */
export const kindBadges: Record<TemplateKind, string> = { composable: "Index", legacy: "Legacy" };

/** The name of the template in an address, for readers. */
export const templateLabel = (pathname: string) => shownId(decodeSegment(pathname.split("/")[4] ?? ""));

function listCrumbs(pathname: string): Required<Crumb>[] {
  const all = { label: "Templates", to: screenPath(clusterLevel, "templates") };
  const components = { label: "Component templates", to: screenPath(clusterLevel, "templates/components") };
  return pathname.split("/")[3] === "component" ? [all, components] : [all];
}

/** Breadcrumbs of a template, and of a page under it. */
export const templateCrumbs =
  (page?: string) =>
  ({ pathname }: { pathname: string }) => {
    const label = templateLabel(pathname);
    const to = pathname.split("/").slice(0, 5).join("/");
    return [...listCrumbs(pathname), ...(page === undefined ? [{ label }] : [{ label, to }, { label: page }])];
  };

/** The component templates of a template, in the order in which they are laid over each other. */
export function ComponentLinks({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ", "}
      <PlainLink to={screenPath(clusterLevel, "templates", { rest: ["component", name] })} className="link [overflow-wrap:anywhere]">
        {name}
      </PlainLink>
    </Fragment>
  ));
}
