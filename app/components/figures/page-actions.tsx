import type { ReactNode } from "react";
import { LinkButton } from "~/components/ui/button";
import type { Here } from "~/lib/address";
import { type LevelRef, screenPath } from "~/navigation/paths";

type PageActionsProps = {
  at: LevelRef;
  /** The key of the screen. */
  screen: string;
  here: Pick<Here<unknown>, "search">;
  /** Further ways on, before it. */
  children?: ReactNode;
};

/** On the right of every page of figures: the way to share it as it is set. */
export function PageActions({ at, screen, here, children }: PageActionsProps) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      {children}
      <LinkButton to={screenPath(at, "shared-links/new", { query: { page: `${screen}${here.search}` } })}>
        Share
      </LinkButton>
    </div>
  );
}
