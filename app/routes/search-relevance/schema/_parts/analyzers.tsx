import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { LongName } from "~/components/ui/long-name";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { fieldAddress } from "./address";
import type { LoadedField } from "./field.server";

type Here = ReturnType<typeof fieldAddress.at>;
type Row = LoadedField["analyzers"][number] & { tokens: LoadedField["tokens"][number] | undefined };
const mono = "font-mono text-code [overflow-wrap:anywhere]";

const columnsOf = ({
  index,
  text,
  mayDevelop,
}: {
  index: string;
  text: string;
  mayDevelop: boolean;
}): Column<Row>[] => [
  {
    key: "path",
    label: "Field",
    render: ({ path }) => (
      <span className={mono}>
        <LongName text={path} />
      </span>
    ),
  },
  {
    key: "analyzer",
    label: "Analyzer",
    narrow: "fact",
    render: ({ type, analysis }) =>
      analysis === "" ? type === "keyword" ? "whole value" : "default" : <LongName text={analysis} />,
  },
  ...(text === ""
    ? []
    : [
        {
          key: "tokens",
          label: "Tokens",
          narrow: "own" as const,
          room: 14,
          render: ({ tokens }: Row) => <Tokens of={tokens} />,
        },
      ]),
  ...(mayDevelop
    ? [
        {
          key: "analyze",
          label: "Analyze",
          hideLabel: true,
          align: "right" as const,
          render: ({ path }: Row) => (
            <PlainLink
              to={screenPath(appLevel(index), "analyze", { query: { field: path, text } })}
              className="link"
              aria-label={`Analyze ${path} step by step`}
            >
              Analyze
            </PlainLink>
          ),
        },
      ]
    : []),
];

function Tokens({ of }: { of: Row["tokens"] }) {
  if (of === undefined) return null;
  if (!of.ok) return <span className="text-bad">{of.reason}</span>;
  if (of.total === 0) return <span className="text-muted">No token is left.</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {of.tokens.map((token, at) => (
        <code key={at} className={`${mono} whitespace-pre-wrap rounded-sm bg-sunken px-1`}>
          {token === "" ? "“”" : token}
        </code>
      ))}
      {of.total > of.tokens.length && (
        <span className="text-muted">and {formatNumber(of.total - of.tokens.length)} more</span>
      )}
    </span>
  );
}

type AnalyzersProps = { here: Here; exists: boolean } & Pick<
  LoadedField,
  "analyzers" | "tokens" | "index" | "mayDevelop"
>;

/** What the analyzer makes of a text under a field and each of its sub-fields. */
export function Analyzers({ here, analyzers, tokens, index, mayDevelop, exists }: AnalyzersProps) {
  if (analyzers.length === 0) return null;
  const { text } = here.state;
  return (
    <section aria-labelledby="analyzers" className="mb-5">
      <h2 id="analyzers" className="mb-2 text-16 font-bold">
        Analyzers
      </h2>
      {exists ? (
        <AddressForm here={here} controls={["text"]} keepScroll className="mb-3 flex flex-wrap items-end gap-2">
          <div className="min-w-[min(100%,20rem)]">
            <label htmlFor="field-text" className="block text-13 font-semibold">
              Text
            </label>
            <input
              id="field-text"
              name="text"
              key={text}
              defaultValue={text}
              maxLength={3000}
              autoComplete="off"
              className="mt-1 block min-h-[34px] w-full rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 text-ink"
            />
          </div>
          <Button>Show tokens</Button>
        </AddressForm>
      ) : (
        <p className="mb-3 text-muted">Texts can be tried once the field is published.</p>
      )}
      <DataTable
        caption="Analyzers"
        plain={!mayDevelop}
        columns={columnsOf({ index, text, mayDevelop })}
        rows={analyzers.map((one) => ({ ...one, tokens: tokens.find(({ path }) => path === one.path) }))}
        rowKey={({ path }) => path}
      />
    </section>
  );
}
