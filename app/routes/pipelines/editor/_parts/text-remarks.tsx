import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import type { EditorPage } from "./load.server";

/** What is wrong in the text, by whose schema it was checked, and on which lines the chosen stage stands. */
export function TextRemarks({ page: { faults, stage, checkedByOwn } }: { page: EditorPage }) {
  return (
    <>
      {faults.length > 0 && (
        <Notice tone="warn">
          {faults.slice(0, 3).map(({ message, line, column }) => (
            <Name as="p" key={message}>
              {line === null ? message : `Line ${line}, column ${column ?? 1}: ${message}`}
            </Name>
          ))}
        </Notice>
      )}
      {checkedByOwn !== null && <p className="mb-1 text-13 text-muted">{checkedByOwn}</p>}
      {faults.length === 0 && stage?.lines && (
        <p className="mb-1 text-13 text-muted">
          Stage {stage.id} stands on lines {stage.lines.from} to {stage.lines.to}.
        </p>
      )}
    </>
  );
}
