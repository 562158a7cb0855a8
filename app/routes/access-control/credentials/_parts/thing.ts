import { thing } from "~/navigation/thing";

/** What a page's loader tells of what a credential is called: its description, as the list has it. */
function nameIn(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if ("description" in data && typeof data.description === "string" && data.description !== "") return data.description;
  const parts = ["page" in data ? data.page : null, "review" in data ? data.review : null];
  for (const part of parts)
    if (typeof part === "object" && part !== null && "name" in part && typeof part.name === "string") return part.name;
  return undefined;
}

/** API credentials: what applications sign in with. */
export const credentials = thing({
  screen: "credentials",
  noun: "credential",
  plural: "credentials",
  title: "API credentials",
  pages: ["new", "edit", "review", "delete", "rotate"],
  nameIn,
});
