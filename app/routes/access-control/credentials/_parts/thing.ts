import { thing } from "~/navigation/thing";

/** API credentials: what applications sign in with. */
export const credentials = thing({
  screen: "credentials",
  noun: "credential",
  plural: "credentials",
  title: "API credentials",
  pages: ["new", "edit", "review", "delete", "rotate"],
});
