import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import type { Gate } from "~/lib/access-control/gate";
import { countOf } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { InsightView } from "./insight-view.server";
import type { insightTabs } from "../_parts/insights-address";

type InsightCardProps = { insight: InsightView; tab: (typeof insightTabs)[number]; at: LevelRef; gate: Gate };

/** An insight: what it says, what may help, and where it can be moved. */
export function InsightCard({ insight, tab, at, gate }: InsightCardProps) {
  const { id, title, description, when, report, advice } = insight;
  const intent = `move ${id}`;
  const { form, busy } = useServerForm<Record<string, string>>({ id: `insight-${id}`, intent });
  const moves = [
    ...(tab === "saved" ? [] : [{ to: "saved", label: "Save" }]),
    ...(tab === "read" ? [] : [{ to: "read", label: tab === "saved" ? "Remove from saved" : "Mark as read" }]),
  ];
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="mb-4 max-w-[60rem] rounded border border-line bg-raised p-4"
    >
      <Name as="h2" id={`${id}-title`} className="text-16 font-semibold">
        {title}
      </Name>
      {description !== "" && <p className="mt-1 max-w-text">{description}</p>}
      {report !== undefined && (
        <p className="mt-1">
          <PlainLink to={report} className="link">
            View the report
          </PlainLink>
        </p>
      )}
      {advice.length > 0 && (
        // The same for everybody: what was found comes first.
        <details className="mt-3 text-13">
          <summary className="link w-fit">{countOf(advice.length, "recommendation")}</summary>
          <Advice advice={advice} />
        </details>
      )}
      {when !== undefined && <p className="mt-3 text-12 text-muted">{when}</p>}
      <ServerForm form={form} intent={intent} className="mt-3 flex flex-wrap items-center gap-2">
        {moves.map(({ to, label }) => (
          <Gated key={to} gate={gate} label={label}>
            <Button tone="plain" name="to" value={to} disabled={busy} aria-label={`${label}: ${title}`}>
              {label}
            </Button>
          </Gated>
        ))}
        <GatedLink
          gate={gate}
          to={screenPath(at, "analytics/insights", { rest: [id, "delete"] })}
          label="Delete…"
          tone="quiet"
        />
      </ServerForm>
    </article>
  );
}

function Advice({ advice }: Pick<InsightView, "advice">) {
  return (
    <ul className="mt-1 grid gap-1.5 text-13">
      {advice.map(({ title, description, to, web }) => (
        <li key={title}>
          {to === undefined ? (
            <strong>{title}</strong>
          ) : (
            <PlainLink to={to} className="link font-semibold">
              {title}
            </PlainLink>
          )}
          {description !== "" && <>: {description}</>}{" "}
          {web !== undefined && (
            <a href={web} rel="noreferrer" className="link" aria-label={`More about ${title}`}>
              More
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
