import { ActionProblem } from "~/components/relevance/list-parts";
import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { DataTable } from "~/components/ui/table/data-table";
import type { Gate } from "~/lib/access-control/gate";
import type { SampleResults as Results } from "~/services/pipelines/samples/run.server";
import { SampleResults } from "../../_parts/sample-results";
import type { validateAddress } from "./addresses";
import { DELETE_SAMPLE } from "./intents";

type SavedRow = { id: string; name: string; version: number; path: string; method: string; expects: string };
type SavedSamplesProps = {
  samples: readonly SavedRow[];
  checked: Parameters<typeof SettledPanel<Results>>[0]["of"] | null;
  here: ReturnType<(typeof validateAddress)["at"]>;
  number: number;
  gate: Gate;
  /** This page, with a sample opened. */
  pathOf: (query: Record<string, string>) => string;
  editPath: (query: Record<string, string>) => string;
};

/** The saved samples of a pipeline: opened, edited and deleted one by one, run all together. */
export function SavedSamples({ samples, checked, here, number, gate, pathOf, editPath }: SavedSamplesProps) {
  return (
    <section aria-labelledby="saved-samples" className="mt-6">
      <h2 id="saved-samples" className="mb-2 text-16 font-bold">
        Saved samples
      </h2>
      <ActionProblem only={DELETE_SAMPLE} />
      {samples.length === 0 ? (
        <p className="mb-2 text-muted">
          None yet. A review runs saved samples on the draft and shows which of them pass.
        </p>
      ) : (
        <DataTable<SavedRow>
          caption="Saved samples"
          plain
          rows={samples}
          rowKey={({ id }) => id}
          columns={[
            { key: "name", label: "Name", render: ({ id, name }) => <Name to={pathOf({ saved: id })}>{name}</Name> },
            {
              key: "asks",
              label: "Request",
              narrow: "own",
              render: ({ method, path }) => path !== "" && <Name as="code">{`${method} ${path}`}</Name>,
            },
            { key: "expects", label: "Expects", narrow: "named", render: ({ expects }) => expects },
            {
              key: "actions",
              label: "Actions",
              hideLabel: true,
              render: (row) => <RowActions row={row} gate={gate} editTo={editPath({ id: row.id })} />,
            },
          ]}
        />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {samples.length > 0 && (
          <AddressForm here={here} controls={["check"]} keepScroll>
            <input type="hidden" name="check" value="1" />
            <Button>{`Run all in version ${number}`}</Button>
          </AddressForm>
        )}
        <GatedLink gate={gate} to={editPath({})} label="New sample" />
      </div>
      {checked && (
        <div className="mt-3">
          <SettledPanel of={checked} what="Results of saved samples">
            {(results) => <SampleResults of={results} toSample={(id) => pathOf({ saved: id })} />}
          </SettledPanel>
        </div>
      )}
    </section>
  );
}

function RowActions({ row: { id, name, version }, gate, editTo }: { row: SavedRow; gate: Gate; editTo: string }) {
  return (
    <span className="flex items-center justify-end gap-1">
      <GatedLink gate={gate} tone="quiet" to={editTo} label="Edit" />
      <PageForm method="post">
        <input type="hidden" name="intent" value={DELETE_SAMPLE} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <Gated gate={gate} label="Delete">
          <Button tone="quiet" aria-label={`Delete sample ${name}`}>
            Delete
          </Button>
        </Gated>
      </PageForm>
    </span>
  );
}
