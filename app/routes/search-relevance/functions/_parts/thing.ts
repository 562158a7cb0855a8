import { thing } from "~/navigation/thing";

/** Code that the server runs where a rule calls it. */
export const functions = thing({
  screen: "rules/functions",
  noun: "function",
  plural: "functions",
  title: "Functions",
  pages: ["delete"],
});
