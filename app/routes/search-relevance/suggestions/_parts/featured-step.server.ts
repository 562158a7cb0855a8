import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { keepDraft } from "~/editor/drafts.server";
import type { Edited } from "~/editor/editable.server";
import { indentJson } from "~/lib/json/layout";
import { parseJsonText } from "~/lib/json/text.server";
import { redirect } from "~/server/redirect.server";
import { titlesOf } from "~/services/data/documents/find.server";
import type { FeaturedRef } from "./thing";

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Featured suggestions with one more at the end of the last section; the first one makes a section. */
export function withSuggestion(group: JsonObject, label: string): JsonObject {
  const sections = listOf(group["sections"]);
  const last = sections.at(-1);
  const target: JsonObject =
    last !== undefined && isJsonObject(last) ? last : { id: "featured", label: "Featured", suggestions: [] };
  const changed = { ...target, suggestions: [...listOf(target["suggestions"]), { label, value: label }] };
  return { ...group, sections: [...sections.slice(0, -1), changed] };
}

/**
 * The buttons of the finder: `find` looks for documents, `add` puts one of them among the suggestions by its title. What
 * was typed is kept as a draft, and nothing is saved; null for other buttons, and for a text that cannot be read, of
 * which the form tells.
 */
export async function featuredStep(edited: Edited<FeaturedRef>, form: FormData): Promise<Response | null> {
  const [step = "", id = ""] = textOf(form, "then").split(/:(.*)/s);
  const [find, index] = [textOf(form, "find").trim(), textOf(form, "index")];
  if (step !== "find" && step !== "add") return null;
  const parsed = parseJsonText(textOf(form, "text"));
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const title = step === "add" ? ((await titlesOf(edited.scope, { index, ids: [id] }))[id] ?? id) : null;
  const next = title === null ? parsed.value : withSuggestion(parsed.value, title);
  const draft = { text: indentJson(stringifyJson(next)), version: textOf(form, "version") };
  return redirect(`${await keepDraft(edited, draft, "edit", { find, index })}#found`);
}
