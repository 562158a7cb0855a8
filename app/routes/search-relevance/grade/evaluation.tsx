import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { FilterBar, FilterInput, FilterSelect } from "~/components/ui/filter/filter-bar";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { Remarks } from "~/components/ui/message/remarks";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import { planGate } from "~/lib/access-control/plan";
import { address, list, page } from "~/lib/address";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import {
  type GradedTerm,
  MOST_INDICES,
  readMetrics,
  TERMS_A_PAGE,
} from "~/services/search-relevance/grades/metrics.server";
import { chooseGraded } from "~/services/search-relevance/first-index.server";
import { mostSearched } from "~/services/analytics/most-searched.server";
import { settle } from "~/services/platform/http/settle.server";
import { mayOpen, requireScope } from "~/session/scope.server";

const compared = address({ index: list({ label: "Index", max: 20 }), page: page() });
/** Of more indices the name is typed. */
const MOST_OFFERED = 200;
/** Names that are proposed while one types, where a list of all is too long. */
const MOST_PROPOSED = 1000;

export const handle: Handle = { screen: "grade-evaluation" };
export const meta = titled("Grade evaluation");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "grade-evaluation" }, context);
  const asked = compared.at(request).state;
  const indices = asked.index.slice(0, MOST_INDICES);
  const [offered, metrics] = await Promise.all([
    settle(chooseGraded(scope, indices[0] ?? "")),
    indices.length === 0 ? null : settle(readMetrics(scope, { indices, page: asked.page })),
  ]);
  const { names, index } = offered.ok ? offered.value : { names: [], index: indices[0] ?? "" };
  const isEmpty = metrics === null || (metrics.ok && metrics.value?.total === 0);
  return {
    names,
    indices,
    tooMany: asked.index.length > indices.length,
    metrics,
    size: TERMS_A_PAGE,
    plan: planGate({ plan: scope.identity.plan, feature: "grader" }),
    previewed: mayOpen(scope, "search-preview"),
    first: isEmpty && index !== "" ? { index, term: (await mostSearched(scope, { index }))[0] ?? "" } : null,
  };
}

export default function GradeEvaluationScreen() {
  const { names, indices, tooMany, metrics, plan, first } = useLoaderData<typeof loader>();
  const here = useAddress(compared);
  const others = names.filter((name) => !indices.includes(name));
  const proposed = others.find((name) => name === first?.index) ?? others[0] ?? "";
  const chips = indices.map((name) => ({ label: name, without: { index: indices.filter((one) => one !== name) } }));
  return (
    <>
      <PageHeader
        title="Grade evaluation"
        description="How good the results of each search term are: 1 = best order, 0 = no good result."
      />
      <PlanGatePanel gate={plan} />
      <Remarks of={here.remarks} />
      {tooMany && <Notice tone="warn">Cannot compare more than 5 indices!</Notice>}
      {/* What is chosen stays, one index is added. */}
      <FilterBar here={here} controls={["page"]} chips={chips} clears={["index"]} submitLabel="Add index">
        {others.length > 0 && others.length <= MOST_OFFERED ? (
          <FilterSelect
            name="index"
            label="Index"
            defaultValue={proposed}
            options={others.map((name) => ({ value: name, label: name }))}
          />
        ) : (
          <FilterInput
            name="index"
            label="Index"
            defaultValue=""
            placeholder="Index"
            {...(others.length > MOST_OFFERED && { list: "grade-indices" })}
          />
        )}
      </FilterBar>
      {others.length > MOST_OFFERED && (
        <datalist id="grade-indices">
          {others.slice(0, MOST_PROPOSED).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
      {metrics === null ? (
        <EmptyState title="Choose up to 5 indices" action={<FirstGrade />}>
          <Origin />
        </EmptyState>
      ) : (
        <SettledPanel of={metrics} what="Grades">
          {(found) => (found === null ? <EmptyState title="This server has no grades" /> : <Metrics {...found} />)}
        </SettledPanel>
      )}
    </>
  );
}

function Origin() {
  return (
    <p>
      Grade results from 0 to 3 in the search preview, or send grades by <code>PUT /_grade/&lt;index&gt;</code>.
    </p>
  );
}

/** The search to grade first: the one that visitors make most. */
function FirstGrade() {
  const { first, previewed } = useLoaderData<typeof loader>();
  if (first === null || !previewed) return null;
  const { index, term } = first;
  return (
    <LinkButton tone="primary" to={screenPath(appLevel(index), "search-preview", { query: { q: term, grade: "on" } })}>
      <Name>{term === "" ? `Grade results in ${index}` : `Grade “${term}” in ${index}`}</Name>
    </LinkButton>
  );
}

function Metrics({ terms, total }: { terms: readonly GradedTerm[]; total: number }) {
  const { indices, size, previewed } = useLoaderData<typeof loader>();
  const here = useAddress(compared);
  const previewOf = (index: string, term: string) =>
    screenPath(appLevel(index), "search-preview", { query: { q: term, grade: "on" } });
  const columns: Column<GradedTerm>[] = [
    { key: "term", label: "Term", render: ({ term }) => <Name>{term}</Name> },
    ...indices.map((index): Column<GradedTerm> => ({
      key: `in ${index}`,
      label: index,
      align: "right",
      narrow: "labelled",
      render: ({ term, scores }) => {
        const score = scores[index];
        if (score === undefined || score === null) return null;
        return previewed ? (
          <PlainLink
            to={previewOf(index, term)}
            className="link"
            aria-label={`${score.toFixed(2)}, preview in ${index}`}
          >
            {score.toFixed(2)}
          </PlainLink>
        ) : (
          score.toFixed(2)
        );
      },
    })),
  ];
  return (
    <DataTable
      caption="Terms and how good their results are in each index"
      columns={columns}
      rows={terms}
      rowKey={({ term }) => term}
      empty={
        <EmptyState title="No metrics data available" action={<FirstGrade />}>
          <Origin />
        </EmptyState>
      }
      footer={
        terms.length > 0 && (
          <TableFooter
            here={here}
            size={size}
            sizes={[Number.POSITIVE_INFINITY]}
            total={total}
            shown={terms.length}
            noun={["term", "terms"]}
          />
        )
      }
    />
  );
}
