import { FoundDocuments } from "~/components/documents/found-documents";
import { Button } from "~/components/kit";
import type { PromotedField } from "./fields";
import type { loadRule } from "./form.server";

type Tried = Awaited<ReturnType<typeof loadRule>>["tried"];
const input = "block rounded border border-line-strong bg-surface px-2.5 py-1.5 text-14 font-normal text-ink min-h-[34px]";

/** Documents that are shown first, and a search to find more of them. */
export function PromotePart({ promoted, tried, busy }: { promoted: readonly PromotedField[]; tried: Tried; busy: boolean }) {
  return (
    <section id="promote" aria-labelledby="promote-title" className="mb-5 scroll-mt-4">
      <h3 id="promote-title" className="mb-1 text-13 font-semibold">
        Promote documents
      </h3>
      {promoted.length === 0 && <p className="mb-2 text-13 text-muted">None yet. Find a document to promote or hide it.</p>}
      <ul>
        {promoted.map(({ position, title, id, json }, at) => (
          <li key={`${id}-${at}`} className="mb-2 flex flex-wrap items-center gap-2">
            <input type="hidden" name="promoted" value={json} />
            <input type="number" name="position" min={1} max={1000} defaultValue={position} aria-label={`Position of ${title}`} className={`${input} w-20`} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {title} <span className="font-mono text-12 text-muted">{id}</span>
            </span>
            <Button tone="quiet" name="then" value={`drop:${at}`} disabled={busy} aria-label={`Remove ${title}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-2">
        <label className="text-13 font-semibold">
          Find a document
          <input type="search" name="find" defaultValue={tried.find} className={`${input} mt-1`} />
        </label>
        <label className="text-13 font-semibold">
          In the index
          <input type="text" name="findIn" defaultValue={tried.in} list="rule-indices" spellCheck={false} autoComplete="off" className={`${input} mt-1`} />
        </label>
        <Button name="then" value="find" disabled={busy}>
          Find
        </Button>
      </div>
      <div id="found" className="scroll-mt-4">
        {tried.found && (
          <FoundDocuments of={tried.found}>
            {({ index, id, title }) => {
              const place = `${encodeURIComponent(index)}:${encodeURIComponent(id)}`;
              return (
                <>
                  <Button tone="quiet" name="then" value={`promote:${place}`} disabled={busy || index === "*"} aria-label={`Promote ${title}`}>
                    Promote
                  </Button>
                  <Button tone="quiet" name="then" value={`hide:${place}`} disabled={busy} aria-label={`Hide ${title}`}>
                    Hide
                  </Button>
                </>
              );
            }}
          </FoundDocuments>
        )}
      </div>
    </section>
  );
}
