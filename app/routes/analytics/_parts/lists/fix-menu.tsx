import { control } from "~/components/ui/filter/filter-bar";
import { Menu } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { Panel } from "~/components/ui/page/panel";
import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { groupFor, isWord } from "~/lib/search-relevance/synonym-group";
import { countOf } from "~/lib/values/numbers";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import type { Fix, Proposal } from "~/services/analytics/fixes/load-fixes.server";
import type { Fixes } from "./fixes.server";
import { stockIntents } from "./stock-intents";

type OfTerm = { term: string; fixes: Fixes };

/** The nearest term that finds something, or that there is nothing to find. */
export function NearestFound({ term, fixes: { near, notes } }: OfTerm) {
  const noted = notes[term];
  if (noted) {
    return (
      <>
        <StatusBadge tone="neutral">Not in stock</StatusBadge> <Name className="text-muted">{noted.note}</Name>
      </>
    );
  }
  return (
    <Panel of={near} waiting={<span className="text-faint">…</span>}>
      {(found) => {
        if (!found.ok) return <span className="text-faint">–</span>;
        const fix = found.value[term];
        if (fix?.results) return <span className="text-muted">{countOf(fix.results, "result")} now</span>;
        if (fix?.inDraft) return <span className="text-muted">{countOf(fix.inDraft, "result")} with your draft</span>;
        const [first] = fix?.proposals ?? [];
        return first === undefined ? (
          <span className="text-faint">none</span>
        ) : (
          <Name>
            {first.term} <span className="text-muted">{countOf(first.withSynonym ?? first.results, "result")}</span>
          </Name>
        );
      }}
    </Panel>
  );
}

/** What can be done about a search without results, over the table; each way leads to a form that is filled in. */
export function FixMenu({ term, fixes }: OfTerm) {
  const { index, near, hasRules } = fixes;
  const toRule = screenPath(clusterLevel, "rules/new", { query: { words: term, index } });
  return (
    <Menu label="Fix" name={`Fix ${term}`}>
      <div className="w-[24rem] max-w-full whitespace-normal text-13">
        <Name as="p" className="border-b border-line px-2.5 pb-2 pt-1 font-semibold">
          Fix “{term}”
        </Name>
        <Panel of={near} waiting={<p className="px-2.5 py-1.5 text-muted">Loading nearest terms…</p>}>
          {(found) => <Nearest term={term} fix={found.ok ? found.value[term] : undefined} fixes={fixes} />}
        </Panel>
        {hasRules && (
          <>
            <Way to={toRule} title="Create rule" text="Change what this search finds" />
            <Way to={toRule} title="Redirect" text="A rule whose custom data holds a page of your site" />
          </>
        )}
        <StockNote term={term} fixes={fixes} />
      </div>
    </Menu>
  );
}

function Way({ to, title, about, text }: { to: string; title: string; about?: string; text: string }) {
  return (
    <PlainLink to={to}>
      <Name as="span" className="block">
        <strong>{title}</strong> {about}
      </Name>
      <span className="block text-12 text-muted">{text}</span>
    </PlainLink>
  );
}

function Nearest({ term, fix, fixes: { index, hasSynonyms } }: OfTerm & { fix: Fix | undefined }) {
  const results = fix?.results ?? 0;
  const to = (groups: string) => screenPath(appLevel(index), "synonyms/new", { query: { groups } });
  // With the synonym in force, where that could be tried; a search of which nothing is found stays as it is.
  const mended = ({ results: found, withSynonym }: Proposal) => {
    const count = withSynonym ?? found;
    if (count === 0) return "Would still find nothing";
    return fix?.searches
      ? `${countOf(count, "result")}, would have fixed ${countOf(fix.searches, "search", "searches")} of the last 30 days`
      : countOf(count, "result");
  };
  if (results > 0) return <p className="px-2.5 py-1.5 text-muted">This search has {countOf(results, "result")} now.</p>;
  if (fix?.inDraft) {
    const text = `${countOf(fix.inDraft, "result")} once your draft is published`;
    return <Way to={screenPath(appLevel(index), "search/review")} title="Review your draft" text={text} />;
  }
  if (!hasSynonyms) return null;
  if (fix === undefined || fix.proposals.length === 0 || !isWord(term)) {
    const text = fix === undefined ? "Nearest terms were not counted" : "No near term with results";
    return <Way to={to(isWord(term) ? term : "")} title="Add synonym" text={text} />;
  }
  return (
    <>
      {fix.proposals.map((proposal) => (
        <Way
          key={proposal.term}
          to={to(groupFor(term, proposal.term))}
          title="Add synonym"
          about={`${term} → ${proposal.term}`}
          text={`${mended(proposal)}${searchedNext(proposal)}`}
        />
      ))}
    </>
  );
}

const searchedNext = ({ visitors }: Proposal) =>
  visitors === 0 ? "" : `. ${countOf(visitors, "visitor")} searched for it next`;

function StockNote({ term, fixes: { notes, gate } }: OfTerm) {
  const noted = notes[term];
  return (
    <PageForm method="post" className="mt-1 border-t border-line px-2.5 pb-1.5 pt-2">
      <input type="hidden" name="term" value={term} />
      <label className="block">
        <strong>Not in stock</strong>
        <input
          name="note"
          maxLength={200}
          defaultValue={noted?.note}
          placeholder="Note"
          className={`${control} mt-1`}
          autoComplete="off"
        />
      </label>
      {noted && (
        <Name as="p" className="mt-1 text-12 text-muted">
          {noted.person}, <Time value={noted.changed} />
        </Name>
      )}
      <div className="mt-1 flex gap-2">
        <Gated gate={gate} label="Save note" look="menu">
          <button name="intent" value={stockIntents.keep} className="border border-line-strong">
            Save note
          </button>
          {noted && (
            <button name="intent" value={stockIntents.forget} className="border border-line-strong">
              Remove note
            </button>
          )}
        </Gated>
      </div>
    </PageForm>
  );
}
