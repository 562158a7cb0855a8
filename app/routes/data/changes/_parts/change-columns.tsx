import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { RequestLine } from "~/components/ui/request/view-request";
import type { Column } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { EntryView } from "./entry-view.server";
import { OutcomeBadge } from "./outcome-badge";

/** Of the log of changes. */
export const changeColumns = (at: LevelRef): Column<EntryView>[] => [
  {
    key: "change",
    label: "Change",
    className: "large:min-w-[11.5rem]",
    render: (row) => (
      <>
        <PlainLink to={screenPath(at, "changes", { rest: [row.id] })} className="link">
          {row.title}
        </PlainLink>
        {row.note !== null && (
          <Name title={row.note} className="line-clamp-2 max-w-[28rem] text-12 font-normal text-muted">
            {row.note}
          </Name>
        )}
      </>
    ),
  },
  {
    key: "outcome",
    label: "Outcome",
    narrow: "badge",
    room: 6.8,
    render: (row) => <OutcomeBadge outcome={row.outcome} />,
  },
  {
    key: "resource",
    label: "Resource",
    narrow: "fact",
    room: 8,
    className: "[overflow-wrap:anywhere] small:min-w-[8.5rem] large:w-1/5 large:min-w-0 large:max-w-0 large:truncate",
    render: ({ resource, resourceId }) => (
      <span title={resourceId === null ? resource : `${resource} (ID ${resourceId})`}>{resource}</span>
    ),
  },
  { key: "person", label: "Person", narrow: "fact", render: (row) => row.person },
  { key: "time", label: "Time", narrow: "fact", room: 6, render: (row) => <Time value={row.at} clock /> },
  {
    key: "request",
    label: "Request",
    roomy: true,
    room: 21,
    narrow: "own",
    // Not the element alone: without a request the cell is a dash.
    render: (row) => (row.method === "" ? null : <RequestLine method={row.method} path={row.path} cut />),
  },
];
