import { Fragment } from "react";
import { Panel } from "~/components/ui/page/panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { PanelData } from "~/services/platform/http/settle.server";

/** `to` leads to what was counted. */
export type Fact = { text: string; to?: string | undefined };

/** The totals of a chart in one line, where they are too few for cards. Where they cannot be loaded, the chart says so. */
export function FactsLine({ of }: { of: PanelData<Fact[]> }) {
  return (
    <p className="mb-3 text-13 text-muted last:mb-0">
      <Panel of={of} waiting="Loading…">
        {(found) =>
          found.ok &&
          found.value.map(({ text, to }, n) => (
            <Fragment key={text}>
              {n > 0 && " · "}
              {to === undefined ? (
                text
              ) : (
                <PlainLink to={to} className="link">
                  {text}
                </PlainLink>
              )}
            </Fragment>
          ))
        }
      </Panel>
    </p>
  );
}
