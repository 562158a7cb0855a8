import { Fragment } from "react";
import { PlainLink } from "~/components/kit";
import { clusterLevel, screenPath } from "~/navigation/paths";

/** The component templates of a template, in the order in which they are laid over each other. */
export function ComponentLinks({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ", "}
      <PlainLink to={screenPath(clusterLevel, "templates", { rest: ["component", name] })} className="link [overflow-wrap:anywhere]">
        {name}
      </PlainLink>
    </Fragment>
  ));
}
