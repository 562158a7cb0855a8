import { screens } from "../../routes.js";
import { namesOneIndex } from "~/lib/indices/index-name";
import { appLevel, clusterLevel, type LevelRef } from "./paths";

type Asked = {
  at: LevelRef;
  url: URL;
  /** The index that was opened last, and whether one is still in it. */
  last: string | undefined;
  inIndex: boolean;
};

const clusterOnly = new Set(
  screens.filter(({ on, path }) => path !== "" && !on.includes("app")).map(({ path }) => path),
);

/**
 * The index whose menus a page has. A screen that the cluster alone has (rules, users) is opened from an index and
 * leads back to it: the one that its address names, else the one that was open before. All other pages of the cluster
 * leave the index.
 */
export function placeOf({ at, url, last, inIndex }: Asked): LevelRef {
  if (at.level === "app") return at;
  const [, level, screen = ""] = url.pathname.replace(/\.data$/, "").split("/");
  if (level !== "cluster" || !clusterOnly.has(screen)) return clusterLevel;
  const named = url.searchParams.get("index")?.trim() ?? "";
  if (named !== "" && namesOneIndex(named)) return appLevel(named);
  return inIndex && last !== undefined ? appLevel(last) : clusterLevel;
}
