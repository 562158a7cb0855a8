import { Link } from "@remix-run/react";
import { Name } from "~/components/ui/name";
import { countOf } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Acted } from "~/services/search-relevance/visitors/acted.server";
import { RuleLink } from "./pinned";

/** What rules did to the search: those that acted, what they hide (folded), and what they give to the page. */
export function ActedLine({ app, acted }: { app: string; acted: Pick<Acted, "rules" | "hidden" | "customData"> }) {
  const { rules, hidden, customData } = acted;
  if (rules.length === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap items-start gap-x-4 gap-y-1 text-13 text-muted">
      <p>
        Applied:{" "}
        {rules.map((rule, at) => (
          <span key={rule.id}>
            {at > 0 && ", "}
            <RuleLink app={app} rule={rule} />
          </span>
        ))}
      </p>
      {hidden.length > 0 && (
        <details>
          <summary className="flex items-center gap-1.5 rounded-sm">
            <span aria-hidden="true" className="chevron" />
            {countOf(hidden.length, "document")} hidden by{" "}
            {hidden.every(({ rule }) => rule.id === hidden[0]?.rule.id) ? "a rule" : "rules"}
          </summary>
          <ul className="mt-1">
            {hidden.map(({ id, title, rule }) => (
              <li key={id}>
                <Link to={screenPath(appLevel(app), "browse", { rest: [id] })} className="link">
                  <Name>{title}</Name>
                </Link>
                , by <RuleLink app={app} rule={rule} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {customData !== null && (
        <details>
          <summary className="flex items-center gap-1.5 rounded-sm">
            <span aria-hidden="true" className="chevron" />
            Custom data
          </summary>
          <pre className="mt-1 overflow-x-auto rounded border border-line bg-sunken p-2 font-mono text-code">
            {customData}
          </pre>
        </details>
      )}
    </div>
  );
}
