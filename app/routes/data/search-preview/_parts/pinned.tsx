import { Link } from "@remix-run/react";
import { Name } from "~/components/ui/name";
import { appLevel, screenPath } from "~/navigation/paths";
import type { ActedRule } from "~/services/search-relevance/visitors/acted.server";

/** A rule by its name, leading to it; by no name where it cannot be read. */
export function RuleLink({ app, rule }: { app: string; rule: ActedRule }) {
  return rule.id === "" ? (
    "a rule"
  ) : (
    <>
      rule{" "}
      <Link to={screenPath(appLevel(app), "rules", { rest: [rule.id] })} className="link">
        <Name>{rule.name}</Name>
      </Link>
    </>
  );
}

/** Says which rule has put a hit at its place. */
export function Pinned({ app, rule }: { app: string; rule: ActedRule }) {
  return (
    <p className="text-12 font-semibold text-accent">
      <span aria-hidden="true">⚲ </span>Pinned by <RuleLink app={app} rule={rule} />
    </p>
  );
}
