import { address, type Here, oneOf, page, size, type StateOf, text } from "~/lib/address";
import type { ExportFormat } from "~/lib/data/documents/export-formats";
import { encodeSegment } from "~/lib/address/ids";
import type { LevelRef } from "~/navigation/paths";
import { dateRange } from "~/lib/address/date-range";
import { outcomes } from "~/services/platform/changes/words";

const spec = {
  q: text({ label: "Search" }),
  person: text({ label: "Person" }),
  resource: text({ label: "Resource" }),
  outcome: oneOf(outcomes),
  range: dateRange(),
  size: size(),
  page: page(),
};

/** The address of the list of changes. */
export const changeList = address(spec);
export type ChangeListState = StateOf<typeof spec>;

/** The file of what the list has on all of its pages. */
export function changeFile(at: LevelRef, here: Here<ChangeListState>, format: ExportFormat): string {
  const path = at.app === undefined ? "/resources/changes/file" : `/resources/${encodeSegment(at.app)}/changes/file`;
  const query = here.href({ page: undefined, size: undefined });
  return `${path}${query === "?" ? "?" : `${query}&`}format=${format}`;
}
