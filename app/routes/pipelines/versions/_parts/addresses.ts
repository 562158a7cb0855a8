import { address, number, page, size, type StateOf } from "~/lib/address";
import { encodeSegment } from "~/lib/address/ids";
import { type LevelRef, queryString, screenPath } from "~/navigation/paths";
import { pipelines } from "../../_parts/thing";

const list = { size: size(), page: page() };

/** The address of the versions of a pipeline. */
export const versionList = address(list);
export type VersionListState = StateOf<typeof list>;

const one = (label: string) => number({ min: 1, max: 1e9, initial: null, label });

/** The address of a comparison: the older version and the newer one. */
export const compareAddress = address({ a: one("From"), b: one("To") });

/** The comparison of two versions. */
export const comparePath = (at: LevelRef, { id, ...query }: { id: string; a?: number; b?: number }): string =>
  screenPath(at, pipelines.screen, { rest: [id, "versions", "compare"], query });

/** A version as a file. */
export const exportPath = ({ id, number }: { id: string; number: number }): string =>
  `/resources/pipelines/${encodeSegment(id)}/export${queryString({ version: number })}`;
