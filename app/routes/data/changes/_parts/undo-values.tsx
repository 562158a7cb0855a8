import { ChangesTable } from "~/components/relevance/changes-table";
import { Name } from "~/components/ui/name";
import { CodeBlock } from "~/components/ui/request/code-block";
import { OldAndNew } from "~/components/ui/request/diff-view";
import type { UndoPart } from "./undo.server";

const LABELS = ["Now", "After undo"] as const;

function Side({ label, text, absent }: { label: string; text: string | null; absent: string }) {
  if (text !== null) return <CodeBlock label={label} text={text} />;
  return (
    <p className="rounded border border-line bg-sunken px-3 py-2">
      <span className="text-muted">{label}:</span> {absent}
    </p>
  );
}

/** What is there now and what comes back, of one part of an undo: in the words of its screen, else side by side. */
export function UndoValues({ part, named }: { part: UndoPart; named: boolean }) {
  const { row, now, then, rows, values, absent } = part;
  if (now === null && then === null) return null;
  return (
    <section className="mb-4">
      {named && <Name as="h2" className="mb-1 font-semibold">{`${row.title}: ${row.resource}`}</Name>}
      {values !== null ? (
        <ChangesTable caption={`${row.title}: now and after undo`} changes={values} labels={LABELS} effects={false} />
      ) : absent !== null && (now === null || then === null) ? (
        <div className="grid items-start gap-3 medium:grid-cols-2">
          <Side label={LABELS[0]} text={now} absent={absent} />
          <Side label={LABELS[1]} text={then} absent={absent} />
        </div>
      ) : (
        <OldAndNew before={now} after={then} rows={rows} labels={LABELS} />
      )}
    </section>
  );
}
