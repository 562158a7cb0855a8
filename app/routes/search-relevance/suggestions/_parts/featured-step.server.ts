import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import { keepDraft } from "~/editor/drafts.server";
import type { Edited } from "~/editor/editable.server";
import { indentJson } from "~/lib/json/layout";
import { parseJsonText } from "~/lib/json/text.server";
import { redirect } from "~/server/redirect.server";
import { titlesOf } from "~/services/data/documents/find.server";
import { higher, without, withSection, withSuggestion } from "./featured-group";
import type { FeaturedRef } from "./thing";

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};
const places = (text: string) => text.split(":").map(Number);

/** What a button makes of the sections; undefined for other buttons. */
async function stepped(
  edited: Edited<FeaturedRef>,
  form: FormData,
  group: JsonObject,
): Promise<JsonObject | undefined> {
  const [step = "", rest = ""] = textOf(form, "then").split(/:(.*)/s);
  const [section = -1, suggestion] = places(rest);
  const into = textOf(form, "into");
  const at = into === "" ? {} : { section: Number(into) };
  switch (step) {
    case "find":
      return group;
    case "add": {
      const title = (await titlesOf(edited.scope, { index: textOf(form, "index"), ids: [rest] }))[rest] ?? rest;
      return withSuggestion(group, { label: title, ...at });
    }
    case "put": {
      const label = textOf(form, "label");
      return label === "" ? group : withSuggestion(group, { label, url: textOf(form, "url"), ...at });
    }
    case "section": {
      const label = textOf(form, "sectionLabel");
      return label === "" ? group : withSection(group, label);
    }
    case "remove":
      return without(group, section, suggestion);
    case "up":
      return higher(group, section, suggestion);
    default:
      return undefined;
  }
}

/**
 * The buttons of the sections: `find` looks for documents, `add` puts one of them among the suggestions by its title,
 * `put` a label with its address, `section` adds a section; `remove` and `up` are of a section or a suggestion. What was
 * typed is kept as a draft, and nothing is saved; null for other buttons, and for a text that cannot be read, of which
 * the form tells.
 */
export async function featuredStep(edited: Edited<FeaturedRef>, form: FormData): Promise<Response | null> {
  const parsed = parseJsonText(textOf(form, "text"));
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const next = await stepped(edited, form, parsed.value);
  if (next === undefined) return null;
  const draft = { text: indentJson(stringifyJson(next)), version: textOf(form, "version") };
  const [find, index] = [textOf(form, "find"), textOf(form, "index")];
  const isFinding = /^(find|add)/.test(textOf(form, "then"));
  return redirect(`${await keepDraft(edited, draft, "edit", { find, index })}#${isFinding ? "found" : "sections"}`);
}
