import { LinkButton } from "~/components/ui/button";
import { Gated } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { ViewRequest } from "~/components/ui/request/view-request";
import { countOf } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { UndoPart } from "./undo.server";

type UndoOffProps = {
  title: string;
  at: LevelRef;
  back: string;
  /** Parts that the reader may not see. */
  hidden: number;
  count: number;
  /** The first part that cannot be undone as it stands, or not by the reader. */
  inTheWay: (NonNullable<UndoPart["plan"]> & Pick<UndoPart, "row" | "since">) | undefined;
};

/** An undo that cannot be made now, with the reason: of several changes none is undone. */
export function UndoOff({ title, at, back, hidden, count, inTheWay }: UndoOffProps) {
  return (
    <>
      <PageHeader title={title} />
      <Notice tone="warn">
        {hidden > 0 && `${countOf(hidden, "change")} of the same publish cannot be read with your rights. `}
        {inTheWay && (
          <>
            {count > 1 && `${inTheWay.row.title} ${inTheWay.row.resource}: `}
            {inTheWay.ready ? "The undo is a change itself." : inTheWay.note}{" "}
            {inTheWay.since && (
              <PlainLink to={screenPath(at, "changes", { rest: [inTheWay.since.id] })} className="link">
                View the change by {inTheWay.since.person}
              </PlainLink>
            )}
          </>
        )}
        {(hidden > 0 || count > 1) && <p>What was published together is undone together, or not at all.</p>}
      </Notice>
      {inTheWay?.request && <ViewRequest request={inTheWay.request} />}
      <div className="flex flex-wrap gap-2">
        {inTheWay && (
          <Gated gate={inTheWay.gate} label="Undo">
            {null}
          </Gated>
        )}
        <LinkButton to={back}>{count === 1 ? "Open the change" : "Open the changes"}</LinkButton>
      </div>
    </>
  );
}
