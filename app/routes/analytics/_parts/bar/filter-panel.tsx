import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterInput } from "~/components/ui/filter/filter-bar";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { Here } from "~/lib/address";
import type { PanelData } from "~/services/platform/http/settle.server";
import type { Asked } from "../analytics-address";
import type { FilterChoice } from "./filter-choice.server";

const names = { user: "user ID", ip: "IP address", event: "custom event" };
const pill =
  "inline-flex min-h-[28px] items-center rounded-full border px-3 text-13 no-underline [overflow-wrap:anywhere]";

/**
 * Where a filter is added: the name of an event, then a value of it, by its beginning. Every step is a link, so that it
 * works without scripts.
 */
export function FilterPanel({ here, of }: { here: Here<Asked>; of: PanelData<FilterChoice | null> }) {
  return (
    <section aria-label="Add a filter" className="page-only mt-2 rounded border border-line bg-raised p-3.5 text-13">
      <SettledPanel of={of} what="Filter values">
        {(choice) =>
          choice === null ? (
            <p className="text-muted">This server proposes no values to filter by.</p>
          ) : (
            <Choice here={here} choice={choice} />
          )
        }
      </SettledPanel>
      <PlainLink to={here.href()} keepScroll className="link mt-3 inline-block">
        Cancel
      </PlainLink>
    </section>
  );
}

function Choice({
  here,
  choice: { kind, event, labels, values, prefix },
}: {
  here: Here<Asked>;
  choice: FilterChoice;
}) {
  const { events, by } = here.state;
  const withValue = (value: string) => {
    if (kind !== "event") return here.href({ [kind]: value });
    const name = event ?? "";
    // Servers take one value of an event.
    return here.href({ events: [...events.filter((one) => one.name !== name), { name, value }] });
  };
  const hasValues = kind !== "event" || event !== null;
  return (
    <>
      <h2 className="mb-2 font-semibold">Filter by {names[kind]}</h2>
      {kind === "event" && (
        <Pills
          label="Custom events"
          links={labels.map((name) => ({
            to: here.href({ by: `event:${name}` }),
            text: name,
            current: name === event,
          }))}
          none="No recorded search has a custom event. Search pages send them as customEvents in settings."
        />
      )}
      {hasValues && (
        <>
          <AddressForm
            here={here}
            controls={["prefix"]}
            role="search"
            keepScroll
            className="my-3 flex flex-wrap items-end gap-2"
          >
            <input type="hidden" name="by" value={by} />
            <FilterInput name="prefix" label="Value starts with" defaultValue={prefix} />
            <Button>Find</Button>
          </AddressForm>
          <Pills
            label="Values"
            links={[
              ...values.map((value) => ({ to: withValue(value), text: value, current: false })),
              ...(prefix === "" || values.includes(prefix)
                ? []
                : [{ to: withValue(prefix), text: `Use “${prefix}”`, current: false }]),
            ]}
            none="No values yet."
          />
        </>
      )}
    </>
  );
}

type PillsProps = { label: string; links: readonly { to: string; text: string; current: boolean }[]; none: string };

function Pills({ label, links, none }: PillsProps) {
  if (links.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {links.map(({ to, text, current }) => (
        <li key={text} className="min-w-0">
          <PlainLink
            to={to}
            keepScroll
            aria-current={current ? "true" : undefined}
            className={`${pill} ${current ? "border-accent bg-accent-soft font-semibold text-accent" : "border-line-strong text-ink hover:bg-sunken"}`}
          >
            {text}
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}
