import { decodeSegment, shownId } from "~/lib/ids";
import type { Crumb } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";

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
