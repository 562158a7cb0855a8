import { ErrorPanel } from "~/components/ui/message/error-panel";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { CodeBlock } from "~/components/ui/request/code-block";
import { formatDuration } from "~/lib/values/dates";
import { formatBytes } from "~/lib/values/numbers";
import type { Tried } from "~/services/data/stored-queries/run.server";
import { HitList } from "./hit-list";

const words = {
  render: { title: "Rendered query", good: "Valid query", bad: "Invalid query" },
  execute: { title: "Results", good: "200 OK", bad: "Failed" },
};

/** What came of rendering or executing a query. */
export function TriedCard({ what, result }: { what: "render" | "execute"; result: Tried }) {
  const { title, good, bad } = words[what];
  return (
    <section id="tried" aria-labelledby="tried-title" className="mb-5 max-w-[1000px] scroll-mt-4">
      <h2 id="tried-title" className="mb-2 flex flex-wrap items-center gap-3 text-14 font-bold">
        {title}
        <StatusBadge tone={result.ok ? "good" : "bad"}>{result.ok ? good : bad}</StatusBadge>
        {result.ok && (
          <span className="text-13 font-normal text-muted">
            {formatDuration(result.took)} · {formatBytes(result.answer.bytes)}
          </span>
        )}
      </h2>
      {result.ok ? (
        <>
          {what === "execute" && <HitList of={result.hits} />}
          <details open={what === "render" || result.hits === null} className="mt-2 [&_pre]:max-h-[36rem]">
            <summary className="link w-fit text-13">{what === "render" ? "Query" : "Response"} as JSON</summary>
            <CodeBlock label={what === "render" ? title : "Response"} text={result.answer.text} lineNumbers />
            {result.answer.cut && <p className="mt-1 text-13 text-muted">Cut after 100,000 characters.</p>}
          </details>
        </>
      ) : (
        <ErrorPanel
          title={what === "render" ? "The query is not valid." : "The query could not be executed."}
          failure={result.failure}
        />
      )}
    </section>
  );
}
