import { pageOf } from "~/lib/address";
import { listVersions, type Version } from "~/services/pipelines/read.server";
import type { Scope } from "~/session/scope.server";
import type { VersionListState } from "./addresses";

/** A version as a row: all but its text. */
export type VersionRow = Omit<Version, "content" | "extension" | "context">;

const rowOf = ({ content: _content, extension: _extension, context: _context, ...row }: Version): VersionRow => row;

/** A page of the versions of a pipeline, the newest first, and the number of the live one. Throws BackendError. */
export async function loadVersions(scope: Scope, { id, state }: { id: string; state: VersionListState }) {
  const all = await listVersions(scope, id);
  const { rows, ...rest } = pageOf(all, state);
  return { ...rest, rows: rows.map(rowOf), live: all.find((one) => one.live)?.number ?? null };
}
