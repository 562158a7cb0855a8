import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import type { Column } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import type { LevelRef } from "~/navigation/paths";
import type { MailView } from "./mail-view.server";
import { hourText, weekdays } from "~/lib/schedule/when";
import { reportMails, stateNames, stateTones } from "./thing";

/** What the intent of a form begins with that sends a report now; the id of the report follows. */
export const SEND = "send ";

function SendNow({ id, label }: Pick<MailView, "id" | "label">) {
  const intent = `${SEND}${id}`;
  const { form, busy } = useServerForm<Record<string, string>>({ id: `send-${id}`, intent });
  return (
    <ServerForm form={form} intent={intent} className="inline-block">
      <Button tone="plain" disabled={busy} aria-label={`Send now: ${label}`}>
        Send now
      </Button>
    </ServerForm>
  );
}

function Last({ last }: Pick<MailView, "last">) {
  if (last === null) return "Nothing sent yet";
  return (
    <>
      <StatusBadge tone={stateTones[last.state]}>{stateNames[last.state]}</StatusBadge> {last.title},{" "}
      <Time value={last.at} />
      {last.reason !== null && (
        <Name as="p" className="text-13 text-muted">
          {last.reason}
        </Name>
      )}
      {last.nextTry !== null && (
        <p className="text-13 text-muted">
          Next try <Time value={last.nextTry} exact />
        </p>
      )}
    </>
  );
}

/** Of reports by mail, with what can be done with each. */
export const mailColumns = ({ at, isSetUp }: { at: LevelRef; isSetUp: boolean }): Column<MailView>[] => [
  { key: "label", label: "Label", render: ({ label }) => <Name>{label}</Name> },
  { key: "last", label: "Last mail", narrow: "own", render: ({ last }) => <Last last={last} /> },
  ...(at.level === "cluster"
    ? [
        {
          key: "index",
          label: "Index",
          narrow: "fact" as const,
          render: ({ index }: MailView) => index ?? "All indices",
        },
      ]
    : []),
  {
    key: "when",
    label: "When",
    narrow: "own",
    render: ({ weekday, hour, zone }) => `${weekdays[weekday - 1]}, ${hourText(hour)}, ${zone}`,
  },
  {
    key: "recipients",
    label: "Recipients",
    narrow: "own",
    render: ({ recipients }) => (
      <Name as="ul">
        {recipients.map(({ address, left }) => (
          <li key={address}>
            {left === null ? address : <span className="text-muted">{address} (unsubscribed)</span>}
          </li>
        ))}
      </Name>
    ),
  },
  {
    key: "person",
    label: "Created by",
    render: ({ person }) => <Name>{person}</Name>,
  },
  {
    key: "actions",
    label: "Actions",
    narrow: "own",
    render: ({ id, label }) => (
      <span className="flex flex-wrap items-center gap-2">
        {isSetUp && <SendNow id={id} label={label} />}
        <PlainLink to={reportMails.path(at, { id, page: "delete" })} className="link" aria-label={`Delete ${label}`}>
          Delete…
        </PlainLink>
      </span>
    ),
  },
];
