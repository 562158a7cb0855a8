import type { Scope } from "~/session/scope.server";

/** What is said in the place of a list that is empty. */
export type None = { title: string; text: string };

const leftOut = (viewAs: string): None => ({
  title: "Not shown in a view",
  text: `What ${viewAs} keeps here is private. End the view to see your own.`,
});

/** For the history: a view has nobody's. */
export function noneSent({ session: { viewAs } }: Pick<Scope, "session">): None {
  if (viewAs !== undefined) return leftOut(viewAs);
  return {
    title: "No requests yet",
    text: "What you send from here is listed for 30 days, secrets masked, without the responses.",
  };
}

/** For saved requests: who is held to no index sees what everybody saved, in a view too. */
export function noneSaved({ session: { viewAs }, identity }: Pick<Scope, "session" | "identity">): None {
  if (viewAs !== undefined && identity.heldTo !== null) return leftOut(viewAs);
  return { title: "No saved requests yet", text: "Save the text above by a name to find it again." };
}
