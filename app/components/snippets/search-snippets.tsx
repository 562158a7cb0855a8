import { CodeBlock } from "~/components/ui/request/code-block";
import type { Snippet } from "~/lib/search-relevance/snippets/connection";

/** Code that searches an index, one language open at a time; without scripts too. */
export function SearchSnippets({ snippets, onlyHere }: { snippets: readonly Snippet[]; onlyHere: boolean }) {
  return (
    <div className="grid gap-2">
      {snippets.map(({ key, label, run, files }, at) => (
        <details key={key} name="snippets" open={at === 0} className="rounded border border-line">
          <summary className="flex items-center gap-2 px-3 py-2 text-14 font-semibold">
            <span aria-hidden="true" className="chevron" />
            {label}
          </summary>
          <div className="grid gap-3 border-t border-line p-3">
            <p className="text-13 text-muted">{run}</p>
            {files.map(({ name, text }) => (
              <CodeBlock key={name} label={name || label} text={text} />
            ))}
          </div>
        </details>
      ))}
      {onlyHere && (
        <p className="text-13 text-muted">
          Only programs on the server’s own machine reach this address. Set SEARCH_PUBLIC_URL to the one that browsers
          reach.
        </p>
      )}
    </div>
  );
}
