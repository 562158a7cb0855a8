import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PlanGatePanel } from "~/components/detail-kit";
import {
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  FilterInput,
  FilterSelect,
  Notice,
  PageHeader,
  PlainLink,
  Remarks,
  SettledPanel,
  TableFooter,
  useAddress,
} from "~/components/kit";
import { planGate } from "~/lib/access/plan";
import { address, list, page } from "~/lib/address";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { type GradedTerm, MOST_INDICES, readMetrics, TERMS_A_PAGE } from "~/services/grades/metrics.server";
import { settle } from "~/services/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import { requireScope } from "~/session/scope.server";

const compared = address({ index: list({ label: "Index", max: 20 }), page: page() });
/** Of more indices the name is typed. */
const MOST_OFFERED = 200;

export const handle: Handle = { screen: "grade-evaluation" };
export const meta: MetaFunction = () => [{ title: "Grade evaluation · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("grade-evaluation"), context);
  const asked = compared.at(request).state;
  const indices = asked.index.slice(0, MOST_INDICES);
  const [names, metrics] = await Promise.all([
    settle(listIndexNames(scope)),
    indices.length === 0 ? null : settle(readMetrics(scope, { indices, page: asked.page })),
  ]);
  return {
    names: names.ok ? names.value : [],
    indices,
    tooMany: asked.index.length > indices.length,
    metrics,
    size: TERMS_A_PAGE,
    plan: planGate({ plan: scope.identity.plan, feature: "grader" }),
    previewed: permissionsOf("search-preview")?.some((action) => scope.can(action)) ?? true,
  };
}

export default function GradeEvaluationScreen() {
  const { names, indices, tooMany, metrics, plan } = useLoaderData<typeof loader>();
  const here = useAddress(compared);
  const others = names.filter((name) => !indices.includes(name));
  const chips = indices.map((name) => ({ label: name, without: { index: indices.filter((one) => one !== name) } }));
  return (
    <>
      <PageHeader
        title="Grade evaluation"
        description="How good the results of search terms are, by the grades that people gave to documents: 1 is the best order, 0 has no good answer."
      />
      <PlanGatePanel gate={plan} />
      <Remarks of={here.remarks} />
      {tooMany && <Notice tone="warn">Cannot compare more than 5 indices!</Notice>}
      {/* What is chosen stays, one index is added. */}
      <FilterBar here={here} controls={["page"]} chips={chips} clears={["index"]} submitLabel="Add index">
        {others.length > 0 && others.length <= MOST_OFFERED ? (
          <FilterSelect name="index" label="Index" defaultValue={others[0] ?? ""} options={others.map((name) => ({ value: name, label: name }))} />
        ) : (
          <FilterInput name="index" label="Index" defaultValue="" placeholder="Index" />
        )}
      </FilterBar>
      {metrics === null ? (
        <EmptyState title="Choose up to 5 indices" />
      ) : (
        <SettledPanel of={metrics} what="Grades">
          {(found) => (found === null ? <EmptyState title="This server has no grades" /> : <Metrics {...found} />)}
        </SettledPanel>
      )}
    </>
  );
}

function Metrics({ terms, total }: { terms: readonly GradedTerm[]; total: number }) {
  const { indices, size, previewed } = useLoaderData<typeof loader>();
  const here = useAddress(compared);
  const previewOf = (index: string, term: string) => screenPath(appLevel(index), "search-preview", { query: { q: term, grade: "on" } });
  const columns: Column<GradedTerm>[] = [
    { key: "term", label: "Term", render: ({ term }) => <span className="[overflow-wrap:anywhere]">{term}</span> },
    ...indices.map((index): Column<GradedTerm> => ({
      key: `in ${index}`,
      label: index,
      align: "right",
      narrow: "labelled",
      render: ({ term, scores }) => {
        const score = scores[index];
        if (score === undefined || score === null) return null;
        return previewed ? (
          <PlainLink to={previewOf(index, term)} className="link" aria-label={`${score.toFixed(2)}, preview in ${index}`}>
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
      empty={<EmptyState title="No metrics data available" />}
      footer={
        terms.length > 0 && (
          <TableFooter here={here} size={size} sizes={[Number.POSITIVE_INFINITY]} total={total} shown={terms.length} noun={["term", "terms"]} />
        )
      }
    />
  );
}
