import { thing } from "~/navigation/thing";

/** People who sign in to the server. */
export const users = thing({
  screen: "user-management",
  noun: "user",
  plural: "users",
  title: "Users",
  pages: ["new", "edit", "review", "password", "second-factor", "delete", "view"],
});
