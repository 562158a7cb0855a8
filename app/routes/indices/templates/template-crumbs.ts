import { decodeSegment, shownId } from "~/lib/ids";
import { clusterLevel, screenPath } from "~/navigation/paths";

/** The name of the template in an address, for readers. */
export const templateLabel = (pathname: string) => shownId(decodeSegment(pathname.split("/")[4] ?? ""));

/** Breadcrumbs of a template, and of a page under it. */
export const templateCrumbs =
  (page?: string) =>
  ({ pathname }: { pathname: string }) => {
    const label = templateLabel(pathname);
    const to = pathname.split("/").slice(0, 5).join("/");
    return [{ label: "Templates", to: screenPath(clusterLevel, "templates") }, ...(page === undefined ? [{ label }] : [{ label, to }, { label: page }])];
  };
