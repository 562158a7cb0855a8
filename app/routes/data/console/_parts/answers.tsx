import { DefinitionList } from "~/components/ui/definition-list";
import { EmptyState } from "~/components/ui/message/empty-state";
import { StatusBadge, statusTone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { CodeBlock } from "~/components/ui/request/code-block";
import { MethodBadge } from "~/components/ui/request/view-request";
import { formatDuration } from "~/lib/values/dates";
import { formatBytes } from "~/lib/values/numbers";
import type { Answer, AnswerHeaders } from "~/services/data/console/run.server";

/** What came of the requests that were run last, one below the other. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  return (
    <section id="answers" aria-label="Responses" className="min-w-0 scroll-mt-4">
      {answers.length === 0 ? (
        <EmptyState title="No response yet">Run a request to see its response here.</EmptyState>
      ) : (
        <div className="grid gap-3">
          {answers.map((answer) => (
            <AnswerCard key={answer.from} answer={answer} open={answers.length === 1 || answer.state !== "answered"} />
          ))}
        </div>
      )}
    </section>
  );
}

function AnswerCard({ answer, open }: { answer: Answer; open: boolean }) {
  const { method, target, took, shown, message, contentType, headers } = answer;
  return (
    <details open={open} className="rounded border border-line bg-raised">
      <summary className="flex min-h-[40px] flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5 text-13">
        <span aria-hidden="true" className="chevron" />
        <MethodBadge method={method} />
        <Name className="min-w-0 flex-1 font-mono text-12">{target}</Name>
        <Outcome answer={answer} />
        <span className="text-muted">
          {[took === null ? null : formatDuration(took), shown && formatBytes(shown.bytes)]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
      </summary>
      <div className="border-t border-line p-3">
        {message !== null && (
          <Name as="p" className="mb-2 text-13">
            {message}
          </Name>
        )}
        {shown && shown.text !== "" && (
          <div className="[&_pre]:max-h-[40rem]">
            <CodeBlock
              label={
                shown.isJson ? "Body" : `Body, ${contentType === "" ? "not JSON" : (contentType.split(";")[0] ?? "")}`
              }
              text={shown.text}
              lineNumbers
              wrapSwitch
            />
          </div>
        )}
        {shown && shown.text === "" && <p className="text-13 text-muted">The response has no body.</p>}
        {shown?.cut && <p className="mt-1 text-13 text-muted">Cut after 100,000 characters.</p>}
        {headers && (
          <details className="mt-2 text-13">
            <summary className="link w-fit">Headers</summary>
            <HeaderList title="Response" rows={headers.received} />
            <HeaderList title="Request" rows={headers.sent} />
          </details>
        )}
      </div>
    </details>
  );
}

function HeaderList({ title, rows }: { title: string; rows: AnswerHeaders["sent"] }) {
  return (
    <>
      <h3 className="mb-1 mt-2 font-semibold">{title}</h3>
      <DefinitionList items={rows.map(({ name, value }) => ({ label: name, value }))} />
    </>
  );
}

/** Status, or why there is none. */
export function Outcome({ answer: { state, status } }: { answer: Pick<Answer, "state" | "status"> }) {
  if (state === "not sent") return <StatusBadge tone="warn">Not sent</StatusBadge>;
  if (status === null) return <StatusBadge tone="bad">No response</StatusBadge>;
  return <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>;
}
