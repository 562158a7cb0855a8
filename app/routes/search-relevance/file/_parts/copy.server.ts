import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { compareWithServer, partsIn } from "@common/search-relevance/settings-bundle/compare";
import { readServer } from "@common/search-relevance/settings-bundle/from-server";
import { sentSection } from "@common/search-relevance/settings-bundle/plan";
import { type Bundle, BundleError, IndexNameSchema, type Part } from "@common/search-relevance/settings-bundle/schema";
import * as z from "zod";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { requireIndex } from "~/services/indices/get.server";
import { changesOf, differing, valuesOf } from "~/services/search-relevance/draft/draft";
import { getDraft, keepDraft } from "~/services/search-relevance/draft/draft-store.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { readableParts, shownParts } from "~/services/search-relevance/settings-file/import.server";
import { readerOf } from "~/services/search-relevance/settings-file/server.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { keepBundle, keptBundle } from "./kept.server";

/** The form of a comparison: the keys of the settings to copy. */
export const takeSchema = z.object({
  key: z.array(z.string(), { error: "Choose at least one setting." }).min(1, "Choose at least one setting."),
});

const OTHERS: readonly Part[] = ["synonyms", "rules"];

type Source = { from: string; record: JsonObject; bundle: Bundle };
const asObject = (value: unknown): JsonObject => {
  const plain = parseJson(stringifyJson(value));
  return isJsonObject(plain) ? plain : {};
};

/** Where settings are taken from: the kept file of an address, or the other index that it names. */
async function sourceOf(
  scope: Scope,
  { request, index, record }: { request: Request; index: string; record: JsonObject },
): Promise<Source | string | null> {
  const kept = keptBundle(scope, { index, request });
  if (kept) {
    const sections = Object.entries(kept.bundle.settings ?? {}).map(([section, value]) => [
      section,
      sentSection(section, value),
    ]);
    return { from: kept.from, bundle: kept.bundle, record: { ...record, ...asObject(Object.fromEntries(sections)) } };
  }
  const name = new URL(request.url).searchParams.get("with") ?? "";
  if (name === "") return null;
  if (name === index) return "This is the index itself. Choose another one.";
  if (!IndexNameSchema.safeParse(name).success) return `${name} is not the name of one index.`;
  const stored = await getRelevance(scope, name);
  if (stored === null) return "This server has no relevance settings.";
  const { bundle } = await readServer({
    callServer: readerOf(scope),
    index: name,
    parts: readableParts(scope, OTHERS),
  });
  return { from: `the index ${name}`, record: stored.record, bundle };
}

/** What another index or a file has otherwise. Throws BackendError. */
export async function compareSettings(scope: Scope, request: Request) {
  const { name: index } = await requireIndex(scope);
  const stored = await getRelevance(scope, index);
  if (stored === null) return { index, state: "not-offered" as const };
  try {
    const source = await sourceOf(scope, { request, index, record: stored.record });
    if (source === null) return { index, state: "choose" as const, problem: null };
    if (typeof source === "string") return { index, state: "choose" as const, problem: source };
    const values = differing(stored.record, valuesOf(source.record));
    const parts = readableParts(scope, partsIn(source.bundle)).filter((part) => OTHERS.includes(part));
    const compared = await compareWithServer({ callServer: readerOf(scope), file: source.bundle, index, parts });
    return {
      index,
      state: "compared" as const,
      from: source.from,
      stored,
      source,
      values,
      changes: changesOf(stored.record, values),
      others: shownParts(compared),
    };
  } catch (error) {
    if (error instanceof BundleError) return { index, state: "choose" as const, problem: error.message };
    throw error;
  }
}

/** Takes the chosen settings into the draft and leads to its review. Throws BackendError. */
export async function takeIntoDraft(scope: Scope, { request, keys }: { request: Request; keys: readonly string[] }) {
  const compared = await compareSettings(scope, request);
  const { pathname, search } = new URL(request.url);
  if (compared.state !== "compared")
    return redirectWithFlash({
      request,
      to: `${pathname}${search}`,
      kind: "bad",
      text: "Nothing was copied: the settings are no longer there.",
    });
  const { index, stored, values } = compared;
  const chosen = Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
  const draft = getDraft(scope, index) ?? { base: stored.record, version: stored.version, values: {} };
  keepDraft(scope, index, { ...draft, values: { ...draft.values, ...chosen } });
  return redirectWithFlash({
    request,
    to: screenPath(scope, "search/review"),
    text: "Copied into the draft. Searches change once it is published.",
  });
}

/** Keeps synonyms and rules of the other as a file, and leads to what that would change. Throws BackendError. */
export async function reviewOthers(scope: Scope, request: Request) {
  const compared = await compareSettings(scope, request);
  const { pathname, search } = new URL(request.url);
  if (compared.state !== "compared")
    return redirectWithFlash({
      request,
      to: `${pathname}${search}`,
      kind: "bad",
      text: "Nothing was copied: the index is no longer there.",
    });
  const { index, from, source } = compared;
  const { version, index: of, synonyms, rules } = source.bundle;
  const bundle = { version, index: of, ...(synonyms && { synonyms }), ...(rules && { rules }) };
  const draft = keepBundle(scope, { index, bundle, from });
  return redirect(screenPath(scope, "search/file", { rest: ["review"], query: { draft } }));
}
