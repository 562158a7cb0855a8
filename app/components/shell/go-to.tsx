import { PlainLink } from "~/components/ui/plain-link";
import { queryString, type LevelRef } from "~/navigation/paths";

/** The way to any screen, index or document by name: a page; where scripts run, a dialog over this one. */
export function GoTo({ at }: { at: LevelRef }) {
  return (
    <PlainLink
      to={`/go${queryString({ app: at.app })}`}
      data-palette=""
      aria-keyshortcuts="Control+K Meta+K"
      className="entry mt-1 justify-between px-2 text-muted"
    >
      <span>Go to…</span>
      <kbd aria-hidden="true" className="keys hidden medium:inline" />
    </PlainLink>
  );
}
