import { ranked } from "~/lib/values/rank";
import { appLevel, screenPath } from "~/navigation/paths";
import { findDocuments } from "~/services/data/documents/find.server";
import { getDocument } from "~/services/data/documents/get.server";
import { settle } from "~/services/platform/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import type { Scope } from "~/session/scope.server";
import type { PaletteSource } from "../palette";

type Ref = { index: string; id: string };

const MOST = 5;
/** A word of fewer characters begins too many titles. */
const LEAST_CHARACTERS = 3;

/**
 * Documents by their whole id: of the index that one is in, or of another, written as `index/id`; and those of the
 * index that one is in by their title.
 */
export const documentSource: PaletteSource = {
  id: "documents",
  label: "Documents",
  find: async ({ scope, typed }) => {
    if (typed === "" || !scope.can("develop")) return [];
    const byId = refsOf(scope, typed).then((refs) => Promise.all(refs.map((ref) => entryOf(scope, ref))));
    const [known, titled] = await Promise.all([byId, byTitle(scope, typed)]);
    const exact = known.flat();
    return [...exact, ...titled.filter(({ to }) => exact.every((one) => one.to !== to))];
  },
};

async function byTitle(scope: Scope, typed: string) {
  if (scope.level !== "app" || typed.trim().length < LEAST_CHARACTERS) return [];
  const index = scope.app;
  const found = await findDocuments(scope, { index, text: typed.trim() });
  // As for an id: an index that cannot be searched has none to offer.
  const documents = found.ok ? found.value : [];
  return ranked(documents, { typed, textsOf: ({ title }) => [title], most: MOST }).map(({ item, rank }) => ({
    title: item.title,
    note: item.title === item.id ? `Document in ${item.index}` : `Document in ${item.index} · ${item.id}`,
    to: screenPath(appLevel(item.index), "browse", { rest: [item.id], query: { routing: item.routing } }),
    rank,
  }));
}

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
