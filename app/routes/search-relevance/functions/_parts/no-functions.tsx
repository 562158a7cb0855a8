import { LinkButton } from "~/components/ui/button";
import { NotOffered } from "~/components/ui/message/not-offered";
import { type LevelRef, screenPath } from "~/navigation/paths";

/** In place of a page of functions on a server without any. */
export function NoFunctions({ at }: { at: LevelRef }) {
  return (
    <NotOffered
      title="Functions"
      lacks="has no functions"
      why="Older versions of ReactiveSearch have them. A script in a rule does the same here."
      action={<LinkButton to={screenPath(at, "rules")}>Rules</LinkButton>}
    />
  );
}
