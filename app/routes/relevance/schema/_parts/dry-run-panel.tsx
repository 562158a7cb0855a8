import { Card, ErrorPanel, PlainLink } from "~/components/kit";
import { countOf, formatNumber } from "~/lib/numbers";
import { misfitInWords } from "~/services/relevance/schema/field-kinds";
import type { fieldAddress } from "./address";
import type { LoadedField } from "./field.server";

type Run = NonNullable<LoadedField["run"]>;

/** Which documents would not take the new type of a field. */
export function DryRunPanel({ run, here }: { run: Run; here: ReturnType<typeof fieldAddress.at> }) {
  if (!run.ok) return <ErrorPanel failure={run.failure} title="The dry run was not possible" />;
  const { total, read, failing, estimate, random, misfits, type } = run;
  const some = read < total;
  return (
    <Card
      title={`Dry run over ${some ? `${formatNumber(read)} of ${countOf(total, "document")}` : countOf(total, "document")}`}
      tone={failing > 0 ? "bad" : "good"}
      className="mb-4"
    >
      <p className="mt-1">
        {failing === 0 ? (
          <>All of them can be indexed as {type}.</>
        ) : (
          <>
            {formatNumber(read - failing)} convert, <strong className="text-bad">{misfitInWords(type, failing)}</strong>
            {some && `, about ${formatNumber(estimate)} in the whole index`}. These documents would fail.
          </>
        )}
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
                <td className="py-1 pr-3 [overflow-wrap:anywhere]">
                  <PlainLink to={to} className="link">
                    {title}
                  </PlainLink>
                </td>
                <td className="py-1 font-mono text-code [overflow-wrap:anywhere]">{value}</td>
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
    </Card>
  );
}
