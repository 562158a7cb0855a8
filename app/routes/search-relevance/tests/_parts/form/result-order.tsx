import { StepButton } from "~/components/forms/step-button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { NameAndId } from "~/components/documents/name-and-id";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Order, OrderRow } from "~/services/search-relevance/relevance-tests/runs/order.server";
import { GradeSteps } from "./grade-steps";

const placeText = (place: number | null) => (place === null ? "not found" : `place ${place}`);

type Shown = { index: string; busy: boolean; /** Whether the test may be changed. */ changes: boolean };

const columns = ({ index, busy, changes }: Shown): Column<OrderRow>[] => [
  {
    key: "place",
    label: "Place now",
    align: "right",
    narrow: "fact",
    render: ({ place }) => place ?? <span className="text-faint">not found</span>,
  },
  {
    key: "document",
    label: "Document",
    render: ({ id, title }) => (
      <NameAndId name={title} id={id} to={screenPath(appLevel(index), "browse", { rest: [id] })} />
    ),
  },
  {
    key: "ideal",
    label: "Ideal place",
    align: "right",
    narrow: "fact",
    render: ({ place, ideal }) =>
      ideal === null ? null : <span className={ideal === place ? "" : "font-semibold"}>{ideal}</span>,
  },
  {
    key: "grade",
    label: "Grade",
    narrow: "own",
    render: ({ id, title, grade, place }) =>
      !changes ? grade : <GradeSteps id={id} name={`${title}, ${placeText(place)}`} grade={grade} busy={busy} />,
  },
];

const expecting = ({ busy }: Pick<Shown, "busy">): Column<OrderRow> => ({
  key: "expect",
  label: "Expect",
  narrow: "own",
  render: ({ id, title, place }) => (
    <StepButton
      tone="quiet"
      step={`within:${id}`}
      disabled={busy}
      aria-label={`Expect ${title}, ${placeText(place)}, in the first 3`}
    >
      In the first 3
    </StepButton>
  ),
});

/** What the search of a test finds now, beside the order that its grades would have; a grade is given by a click. */
export function ResultOrder({ order, ...shown }: Shown & { order: Order }) {
  if (order.kind === "failed") return <p className="text-13 text-bad">{order.message}</p>;
  const { rows, ndcg } = order;
  return (
    <section aria-label="Results now and in the ideal order">
      <p className="mb-2 text-13 text-muted">
        {ndcg === null
          ? "On the live settings. Grade them to see the ideal order."
          : `On the live settings, nDCG@10 ${ndcg.toFixed(2)}. In the ideal order it is 1.`}
      </p>
      <DataTable
        caption="Results now and in the ideal order"
        columns={shown.changes ? [...columns(shown), expecting(shown)] : columns(shown)}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No results" />}
      />
    </section>
  );
}
