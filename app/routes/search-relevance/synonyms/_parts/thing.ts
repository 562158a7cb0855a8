import { thing } from "~/navigation/thing";

/** Groups of words that a search of an index takes for each other. */
export const synonyms = thing({
  screen: "synonyms",
  noun: "group",
  plural: "groups",
  title: "Synonyms",
  pages: ["new", "review", "apply", "delete-all", "edit", "delete"],
});
