import { Name } from "~/components/ui/name";
import { clusterLevel } from "~/navigation/paths";
import { PlainLink } from "~/components/ui/plain-link";
import { featuredSuggestions } from "./thing";

/** The search boxes to choose from, the one of the page marked; nothing where there is no other one. */
export function BoxLinks({ boxes, current }: { boxes: readonly string[]; current: string }) {
  const all = [...new Set([current, ...boxes])].sort((a, b) => a.localeCompare(b));
  if (all.length < 2) return null;
  return (
    <nav aria-label="Search boxes" className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-13">
      <span className="text-muted">Search box</span>
      {all.map((id) =>
        id === current ? (
          <Name key={id} as="strong" aria-current="page">
            {id}
          </Name>
        ) : (
          <PlainLink key={id} to={featuredSuggestions.path(clusterLevel, { id })} className="link">
            {id}
          </PlainLink>
        ),
      )}
    </nav>
  );
}
