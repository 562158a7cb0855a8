import { DefinitionList } from "~/components/ui/definition-list";
import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterSelect } from "~/components/ui/filter/filter-bar";
import { PlainLink } from "~/components/ui/plain-link";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Replay, Times } from "~/services/pipelines/trials/replay.server";
import type { validateAddress } from "./addresses";

type ReplayPanelProps = {
  of: Parameters<typeof SettledPanel<Replay>>[0]["of"] | null;
  /** Why there can be none. */
  cannot: "live" | "no-logs" | null;
  here: ReturnType<(typeof validateAddress)["at"]>;
  logTo: (log: string) => string;
};

const kinds = { same: "same", order: "other order", hits: "other hits", other: "other answer", error: "errors" };

/** The last kept runs once more through both versions: how many answers stay as they are. */
export function ReplayPanel({ of, cannot, here, logTo }: ReplayPanelProps) {
  return (
    <section aria-labelledby="replay" className="mt-6">
      <h2 id="replay" className="text-16 font-bold">
        Replay
      </h2>
      {cannot !== null ? (
        <p className="mt-1 text-muted">
          {cannot === "live"
            ? "Choose a draft above to send the last kept runs through it and the live version."
            : "No runs are kept. Set recordLogs: true on a route of the live version to keep them."}
        </p>
      ) : (
        <AddressForm here={here} controls={["replay"]} keepScroll className="my-2 flex flex-wrap items-end gap-2">
          <FilterSelect
            name="replay"
            label="How many"
            defaultValue={here.state.replay === "" ? "20" : here.state.replay}
            options={["20", "50", "100"].map((value) => ({ value, label: `Last ${value} kept runs` }))}
          />
          <Button>Replay</Button>
        </AddressForm>
      )}
      {of && (
        <SettledPanel of={of} what="Replay">
          {(replay) => <Outcome replay={replay} logTo={logTo} />}
        </SettledPanel>
      )}
    </section>
  );
}

const pair = (live: number | null, own: number | null) =>
  live === null || own === null ? undefined : `${formatNumber(live, 1)} → ${formatNumber(own, 1)} ms`;

function Outcome({ replay, logTo }: { replay: Replay; logTo: (log: string) => string }) {
  const { ran, asked, ended, most, counts, differences, times } = replay;
  if (ended === "none") return <p className="text-muted">No run has been kept yet.</p>;
  const time = (of: keyof Times) => pair(times.live[of], times.own[of]);
  return (
    <>
      {ended === "time" && (
        <p className="mb-2 text-muted">{`Stopped after ${formatNumber(most / 1000)} s: ${formatNumber(ran)} of ${countOf(asked, "run")} compared.`}</p>
      )}
      <DefinitionList
        items={[
          { label: "Runs compared", value: ran },
          ...Object.entries(kinds).map(([kind, label]) => ({
            label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
            value: counts[kind as keyof typeof kinds],
          })),
          { label: "p50, live → draft", value: time("p50") },
          { label: "p95, live → draft", value: time("p95") },
        ]}
      />
      {differences.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-13">
          {differences.map(({ log, kind }) => (
            <li key={log}>
              <PlainLink to={logTo(log)} className="link">
                {`Run this request: ${kinds[kind]}`}
              </PlainLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
