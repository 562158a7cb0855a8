import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Card } from "~/components/ui/card";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import type { Gate } from "~/lib/access-control/gate";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { misfitInWords } from "~/services/search-relevance/schema/field-kinds";
import type { fieldAddress } from "./address";
import type { LoadedField } from "./field.server";
import { KEEP_STRICT, LEAVE_OUT } from "./intents";

type Run = NonNullable<LoadedField["run"]>;

type DryRunProps = { run: Run; here: ReturnType<typeof fieldAddress.at>; path: string; gate: Gate };

/** Which documents would not take the new type of a field, and whether their values are left out. */
export function DryRunPanel({ run, here, path, gate }: DryRunProps) {
  if (!run.ok) return <ErrorPanel failure={run.failure} title="The dry run was not possible" />;
  const { total, read, failing, estimate, random, misfits, type, lenient } = run;
  const some = read < total;
  return (
    <Card
      title={`Dry run over ${some ? `${formatNumber(read)} of ${countOf(total, "document")}` : countOf(total, "document")}`}
      tone={failing === 0 ? "good" : lenient && run.objects === 0 ? "warn" : "bad"}
      className="mb-4"
    >
      <p className="mt-1">
        {failing === 0 ? (
          <>All of them can be indexed as {type}.</>
        ) : (
          <>
            {formatNumber(read - failing)} convert, <strong className="text-bad">{misfitInWords(type, failing)}</strong>
            {some && `, about ${formatNumber(estimate)} in the whole index`}.{" "}
            {lenient
              ? "They are left out: the documents keep them, and are found, sorted and counted without them."
              : "These documents would fail."}
          </>
        )}
        {lenient && " The same goes for documents that come later."}
        {failing > 0 &&
          run.objects > 0 &&
          ` ${objectsInWords(run.objects)}${lenient ? "" : " in any case"}: engines leave out no objects.`}
        {some && !random && " The documents are the first ones of the index: others may differ."}
      </p>
      {misfits.length > 0 && (
        <table className="mt-3 w-full max-w-text text-13">
          <caption className="sr-only">Values that would fail</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Document</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {misfits.map(({ id, title, value, to }) => (
              <tr key={id} className="border-t border-line">
                <Name as="td" className="py-1 pr-3">
                  <PlainLink to={to} className="link">
                    {title}
                  </PlainLink>
                </Name>
                <Name as="td" className="py-1 font-mono text-code">
                  {value}
                </Name>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {failing > misfits.length && !here.state.all && (
        <p className="mt-2 text-13">
          <PlainLink to={here.href({ all: true })} keepScroll className="link">
            {failing > 100 ? "The first 100 values" : `All ${failing} values`}
          </PlainLink>
        </p>
      )}
      <Misfits run={run} path={path} gate={gate} />
    </Card>
  );
}

const objectsInWords = (count: number) =>
  `${countOf(count, "of the values is an object and fails", "of the values are objects and fail")}`;

/** The choice between values that are left out and documents that fail. */
function Misfits({ run, path, gate }: { run: Extract<Run, { ok: true }>; path: string; gate: Gate }) {
  const { failing, lenient, mayLeaveOut, type } = run;
  const intent = lenient ? KEEP_STRICT : LEAVE_OUT;
  const { form, busy } = useServerForm({ id: `misfits-${path}`, intent });
  if (lenient || (failing > 0 && mayLeaveOut)) {
    return (
      <ServerForm form={form} intent={intent} className="mt-3">
        {!lenient && (
          <p className="mb-2 text-13 text-muted">
            They can be left out: the documents keep them, and are found, sorted and counted without them. The same goes
            for documents that come later.
          </p>
        )}
        <FormEnd
          label={lenient ? "Let them fail instead" : "Leave these values out"}
          busyLabel="Saving…"
          busy={busy}
          gate={gate}
        />
      </ServerForm>
    );
  }
  return failing === 0 ? null : (
    <p className="mt-2 text-13 text-muted">
      A field of the type {type} cannot leave values out: correct the documents first, or choose another type.
    </p>
  );
}
