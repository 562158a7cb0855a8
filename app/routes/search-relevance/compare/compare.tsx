import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { NotOffered } from "~/components/ui/message/not-offered";
import { Notice } from "~/components/ui/message/notice";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { ViewRequest } from "~/components/ui/request/view-request";
import { answerForm } from "~/server/form-action.server";
import { actionNames } from "~/lib/access-control/actions";
import { countOf } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { DraftBar } from "../_parts/draft-bar";
import { GradePanel } from "../_parts/grade-panel";
import { gradingOf } from "../_parts/grading.server";
import { type CompareHere, comparedWith } from "./_parts/address";
import { Column } from "./_parts/column";
import { Facts } from "./_parts/facts";
import { Lines } from "./_parts/lines";
import { type Compared, loadComparison } from "./_parts/load.server";
import { CompareBox } from "./_parts/search-box";
import { Summary } from "./_parts/summary";
import { WhyTable } from "./_parts/why-table";

const TITLE = "Compare live and draft";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: TITLE }] };
export const meta: MetaFunction = ({ params }) => [{ title: `${TITLE} · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  return { opens: scope.can("develop"), comparison: await loadComparison(scope, request) };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, gradingOf(args, { right: { screen: "search" }, screen: "search/compare" }));
}

export { FormBoundary as ErrorBoundary };

export default function CompareScreen() {
  const { comparison, opens } = useLoaderData<typeof loader>();
  const isOpen = "usual" in comparison;
  const here = useAddress(comparedWith(isOpen ? comparison.usual : []), isOpen ? comparison.known : undefined);
  const { q, why } = here.state;
  const { index } = comparison;
  const at = appLevel(index);
  if (comparison.state === "not-offered") return <NotOffered title={TITLE} lacks="has no relevance settings" />;
  if (comparison.state === "no-search") {
    return (
      <>
        <PageHeader title={TITLE} />
        <EmptyState title={`Requires the ${actionNames["search-relevancy"]} permission`}>
          This page calls the server’s search API.
        </EmptyState>
      </>
    );
  }
  if (comparison.state === "closed") {
    return (
      <>
        <PageHeader title={TITLE} />
        <EmptyState
          title="This index is closed"
          action={<LinkButton to={screenPath(at, "open")}>Open index</LinkButton>}
        >
          A closed index keeps its documents but cannot be searched.
        </EmptyState>
      </>
    );
  }
  const { waits, left, changedMeanwhile, popular, remarks, filters, version, tests } = comparison;
  const none = waits.total === 0;
  return (
    <>
      <PageHeader
        title={TITLE}
        description="One search, with the settings in force and with your draft."
        actions={
          q !== "" && (
            <LinkButton to={screenPath(at, "relevance-tests/new", { query: { value: q, document: why } })}>
              Save as relevance test
            </LinkButton>
          )
        }
      />
      <CompareBox here={here} popular={popular} filters={filters} />
      <Remarks of={remarks} />
      <Facts index={index} version={version} tests={tests} />
      {none && (
        <Notice tone="info">
          No pending changes, so there is nothing to compare. Change a setting under{" "}
          <PlainLink to={screenPath(at, "search")} className="font-semibold text-current underline">
            Search
          </PlainLink>{" "}
          first.
        </Notice>
      )}
      {changedMeanwhile && (
        <Notice tone="warn">
          The settings were changed since you started this draft. It is compared as it would be on them; the{" "}
          <PlainLink to={screenPath(at, "search/review")} className="font-semibold text-current underline">
            review
          </PlainLink>{" "}
          shows both.
        </Notice>
      )}
      {left.length > 0 && (
        <Notice tone="info">
          Not part of this comparison, for it acts after a re-index or a change of the mapping: {left.join(", ")}.
        </Notice>
      )}
      {comparison.state === "compared" ? (
        <Sides here={here} compared={comparison} opens={opens} changes={waits.total} />
      ) : (
        <EmptyState title="Search for something">Results of both stand beside each other.</EmptyState>
      )}
      <DraftBar index={index} draft={waits} />
    </>
  );
}

type SidesProps = { here: CompareHere; compared: Compared; opens: boolean; changes: number };

function Sides({ here, compared: found, opens, changes }: SidesProps) {
  const { live, draft, lines, why, requests, index } = found;
  const { page, size } = here.state;
  const rowsOf = (side: typeof draft) => (side?.kind === "hits" ? side.rows : []);
  const places = (side: typeof draft, mark: string) =>
    rowsOf(side).flatMap(({ moved }, at) => (moved?.mark === mark ? [at] : []));
  const rows = Math.max(rowsOf(live).length, rowsOf(draft).length);
  const totals = [live, draft].map((side) => (side?.kind === "hits" ? side.total : 0));
  const hasNext = Math.max(...totals) > page * size;
  const shared = {
    why: here.state.why,
    whyLink: (id: string) => `${here.href({ why: id })}${id === "" ? "" : "#why"}`,
    documentLink: opens ? (id: string) => screenPath(appLevel(index), "browse", { rest: [id] }) : null,
  };
  return (
    <>
      <Summary found={found} shown={rowsOf(draft).length} />
      <div className="flex flex-col items-stretch gap-y-5 large:flex-row">
        <Column title="Live" note="" side={live} isDraft={false} {...shared} />
        {draft && (
          <>
            {/* Below the heads of the columns. */}
            <div className="hidden w-14 shrink-0 pt-8 large:block">
              {rows > 0 && <Lines lines={lines} rows={rows} news={places(draft, "new")} gone={places(live, "gone")} />}
            </div>
            <Column title="Draft" note={countOf(changes, "change")} side={draft} isDraft {...shared} />
          </>
        )}
      </div>
      <div className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-13">
        <p className="hidden text-muted large:block">
          {lines.length > 0 && "A solid line moved up, a dashed line moved down."}
        </p>
        <p className="flex gap-4">
          {page > 1 && (
            <PlainLink to={here.href({ page: page - 1 })} className="link">
              Previous {size}
            </PlainLink>
          )}
          {hasNext && (
            <PlainLink to={here.href({ page: page + 1 })} className="link">
              Next {size}
            </PlainLink>
          )}
        </p>
      </div>
      {why && <WhyTable why={why} />}
      {here.state.why !== "" && !why && <Notice tone="info">The server gave no reasons for this score.</Notice>}
      {found.canGrade && (
        <p className="mt-2 text-13">
          <PlainLink to={here.href({ grade: here.state.grade === "on" ? "" : "on" })} keepScroll className="link">
            {here.state.grade === "on" ? "Stop grading" : "Grade results"}
          </PlainLink>
        </p>
      )}
      {found.grading && found.grading.rows.length > 0 && (
        <GradePanel key={here.state.q} term={here.state.q} {...found.grading} />
      )}
      <div className="mt-6">
        <ViewRequest request={requests.live} label="View live request" />
        {requests.draft && <ViewRequest request={requests.draft} label="View draft request" />}
      </div>
    </>
  );
}
