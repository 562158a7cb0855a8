import { Card } from "~/components/ui/card";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { CopyRequest } from "~/components/ui/request/copy-button";
import { ViewRequest } from "~/components/ui/request/view-request";
import { address, flag } from "~/lib/address";
import { formatDuration } from "~/lib/values/dates";
import { countOf } from "~/lib/values/numbers";
import type { ShownRequest } from "~/lib/data/shown-request";
import type { SettingChange } from "~/services/search-relevance/draft/setting-change";

/** The address of a review: whether its changes are shown as JSON too. */
export const reviewAddress = address({ json: flag({ label: "Changes as JSON", part: "look" }) });

/** The foot of the changes: groups that nothing changes in, and the switch to the changes as JSON. */
export function ChangesFoot({
  unchanged,
  here,
}: {
  unchanged: readonly string[];
  here: ReturnType<typeof reviewAddress.at>;
}) {
  const { json } = here.state;
  return (
    <div className="table-foot">
      <span>{unchanged.length > 0 && `${listed(unchanged)}: no changes`}</span>
      <PlainLink to={here.href({ json: !json })} keepScroll className="link">
        {json ? "Hide JSON" : "View as JSON"}
      </PlainLink>
    </div>
  );
}

const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];

type Ready = {
  index: string;
  changes: readonly SettingChange[];
  against: { number: number } | null;
  next: number;
  saves: boolean;
  groups: number;
  rules: readonly { name: string; others: readonly string[] | null }[];
  adds: readonly string[];
  copy: { documents: number | null; about: number | null; exclude: readonly string[] } | null;
  checks: readonly { key: string; tone: "good" | "warn" | "bad"; label: string; detail: string }[];
  requests: readonly ShownRequest[];
};

/** The steps of a deploy, what was looked at before, and the calls that it sends. */
export function WhatWillHappen({ review }: { review: Ready }) {
  const { index, changes, against, next, saves, groups, rules, adds, copy, checks, requests } = review;
  const atOnce = changes.filter(({ effect }) => effect === "at once").length - groups - rules.length;
  const disk = checks.find(({ key }) => key === "disk");
  const told = checks.filter(({ key, tone }) => tone !== "good" || key === "language");
  const steps = [
    ...(adds.length > 0
      ? [
          {
            title: "Fields are added",
            text: `${adds.join(", ")}. Documents get values in them when they are indexed the next time.`,
          },
        ]
      : []),
    ...(saves ? [{ title: "Settings are saved", text: savedText({ atOnce, all: copy === null }) }] : []),
    ...(groups > 0 ? [{ title: countOf(groups, "synonym group"), text: "In force with the next search." }] : []),
    ...rules.map(({ name, others }) => ({ title: `Rule ${name}`, text: reachText(others) })),
    ...(copy ? [{ title: `${index} is re-indexed`, text: copyText(copy, disk?.detail) }] : []),
    {
      title: `Version ${next} goes live`,
      text:
        against === null
          ? "What was there before is kept as a version."
          : `Version ${against.number} is kept. Returning to it takes one step${copy ? " and another re-index" : ""}.`,
    },
  ];
  return (
    <Card title="What will happen" className="mb-4">
      <ol className="mt-2 grid list-decimal gap-2 pl-5">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <Name as="strong">{title}</Name>
            <Name as="p" className="text-muted">
              {text}
            </Name>
          </li>
        ))}
      </ol>
      {told.length > 0 && (
        <ul className="mt-3 grid gap-2 border-t border-line pt-3">
          {told.map(({ key, tone, label, detail }) => (
            <Name as="li" key={key}>
              <StatusBadge tone={tone}>{words[tone]}</StatusBadge> <strong>{label}</strong>: {detail}
            </Name>
          ))}
        </ul>
      )}
      {requests.length > 0 && (
        <div className="mt-3 border-t border-line pt-3">
          <h3 className="mb-2 text-13 font-bold">API requests</h3>
          {requests.map((request) => (
            <ViewRequest
              key={request.method + request.path}
              request={request}
              label={`${request.method} ${request.path.replace(/\?.*/, "")}`}
            />
          ))}
          <p className="text-13">
            <CopyRequest
              text={requests.map(({ curl }) => curl).join("\n\n")}
              label={
                requests.length === 1
                  ? "Copy as curl"
                  : requests.length === 2
                    ? "Copy both as curl"
                    : "Copy all as curl"
              }
            />
          </p>
        </div>
      )}
    </Card>
  );
}

const words = { good: "OK", warn: "Note", bad: "In the way" } as const;

// A rule may act elsewhere too: whoever publishes it here has to know.
function reachText(others: readonly string[] | null): string {
  if (others === null) return "Acts on all indices, or on those that its expression chooses.";
  return others.length === 0 ? "Acts on this index only." : `Also acts on ${others.join(", ")}.`;
}

function savedText({ atOnce, all }: { atOnce: number; all: boolean }): string {
  if (all) return "They apply to the next search.";
  return atOnce === 0
    ? "They apply once the index is re-indexed."
    : `${countOf(atOnce, "change")} marked “At once” ${atOnce === 1 ? "applies" : "apply"} to the next search.`;
}

function copyText({ documents, about, exclude }: NonNullable<Ready["copy"]>, disk: string | undefined): string {
  const size =
    documents === null
      ? ""
      : `${countOf(documents, "document")}, ${about === null ? "how long is not known yet" : `about ${formatDuration(Math.max(1000, about))}`}. `;
  const lost = exclude.length === 0 ? "" : `Its documents lose the values of ${exclude.join(", ")}. `;
  return `${size}${lost}Searches and writes go on until it is done. ${disk ?? ""}`.trim();
}
