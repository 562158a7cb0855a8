import { thing } from "~/navigation/thing";

/** Links that show a page of analytics to people without an account. */
export const sharedLinks = thing({
  screen: "shared-links",
  noun: "shared link",
  plural: "shared links",
  title: "Shared links",
  pages: ["new", "revoke"],
});

export const stateNames = { active: "Active", ended: "Ended", revoked: "Revoked" } as const;
export const stateTones = { active: "good", ended: "neutral", revoked: "bad" } as const;
