import { namesOneIndex } from "~/lib/indices/index-name";

/** The parameters of the level that the palette is opened on: of the index that one is in, where it names one. */
export function paramsOf(app: string): { appName?: string } {
  return namesOneIndex(app) ? { appName: app } : {};
}
