import type { JsonObject } from "@common/text/json";
import { publicMembers } from "@common/ui-builder/public-members";
import { heldBy } from "@backend/gateway/platform/access/runs-as";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { requireAllTold } from "@backend/gateway/platform/fields/kept-whole";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { unauthorized } from "@backend/gateway/platform/http/errors";
import type { Access, SignedContext } from "@backend/gateway/platform/http/types";
import { toldRecord } from "./told";

/** One record by its ID: pages and search boxes are read so for every visitor. */
export const ONE: Access = { kind: "server", category: "uibuilder" };
/** Lists, and all that changes something: what is kept is in force for every index. */
export const ALL: Access = { ...ONE, indices: "path" };

// A credential that cannot write is one that may stand in a page, where everybody reads it.
function isPublic(caller: Caller): boolean {
  return caller.kind === "credential" && !caller.credential.ops.includes("write");
}

type Asker = Pick<SignedContext, "caller" | "behalf">;

/** Whether the call is made, or was changed, by a credential that visitors hold. */
export function isOfVisitors(context: Asker): boolean {
  return heldBy(context).some(isPublic);
}

/** Refuses visitors what only those who build may read. Throws 401. */
export function requireBuilder(context: Asker): void {
  if (isOfVisitors(context))
    throw unauthorized("credentials that only read can get one page or one search box by its ID, and nothing else");
}

/** A record as its reader may have it: visitors without secrets, and nobody with names of fields hidden from him. */
export function shown(record: JsonObject, { context, reader }: { context: Asker; reader: Reader | null }): JsonObject {
  const open = isOfVisitors(context) ? publicMembers(record) : record;
  return reader ? toldRecord(open, reader) : open;
}

/** Refuses who would take from a record what is hidden from him; a new one takes nothing. Throws 401. */
export function requireTold(
  before: JsonObject | null,
  { reader, what }: { reader: Reader | null; what: string },
): void {
  if (before && reader) requireAllTold({ kept: before, told: toldRecord(before, reader), what });
}
