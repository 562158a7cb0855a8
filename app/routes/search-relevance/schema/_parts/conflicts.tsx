import { Notice } from "~/components/ui/message/notice";
import { PlainLink } from "~/components/ui/plain-link";
import { countOf } from "~/lib/values/numbers";
import type { ShownConflict } from "./schema.server";

/** Changes of the draft whose fields somebody changed meanwhile, each with the way to decide about it. */
export function Conflicts({ conflicts }: { conflicts: readonly ShownConflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>
        {countOf(conflicts.length, "field")} of your draft {conflicts.length === 1 ? "was" : "were"} changed by somebody
        else in the meantime:
      </p>
      <ul>
        {conflicts.map(({ path, to, was, found }) => (
          <li key={path}>
            <PlainLink to={to} className="font-mono text-code text-current underline">
              {path}
            </PlainLink>{" "}
            {was === null ? "was not there" : `was ${was}`}, {found === null ? "is no longer there" : `is now ${found}`}
            .
          </li>
        ))}
      </ul>
    </Notice>
  );
}
