import { appLevel, screenPath } from "~/navigation/paths";
import { getDocument } from "~/services/data/documents/get.server";
import { settle } from "~/services/platform/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import type { Scope } from "~/session/scope.server";
import type { PaletteSource } from "../palette";

type Ref = { index: string; id: string };

/** A document by its whole id: of the index that one is in, or of another, written as `index/id`. */
export const documentSource: PaletteSource = {
  id: "documents",
  label: "Documents",
  find: async ({ scope, typed }) => {
    if (typed === "" || !scope.can("develop")) return [];
    const found = await Promise.all((await refsOf(scope, typed)).map((ref) => entryOf(scope, ref)));
    return found.flat();
  },
};

/** An id may hold a slash itself, so both readings are looked up. */
async function refsOf(scope: Scope, typed: string): Promise<Ref[]> {
  const slash = typed.indexOf("/");
  const index = typed.slice(0, slash);
  const id = typed.slice(slash + 1);
  const named = slash > 0 && id !== "" && (await listIndexNames(scope)).includes(index) ? [{ index, id }] : [];
  return scope.level === "app" ? [...named, { index: scope.app, id: typed }] : named;
}

async function entryOf(scope: Scope, { index, id }: Ref) {
  const found = await settle(getDocument(scope, { index, id }));
  // Most of what is typed is no id, and a closed index or one that may not be read has none to offer: neither is a
  // failure to speak of.
  if (!found.ok || found.value === undefined) return [];
  const { routing } = found.value;
  return [
    {
      title: id,
      note: `Document in ${index}`,
      to: screenPath(appLevel(index), "browse", { rest: [id], query: { routing } }),
      rank: 0,
    },
  ];
}
