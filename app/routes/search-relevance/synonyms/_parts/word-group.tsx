import { Name } from "~/components/ui/name";
import { readGroup } from "~/services/search-relevance/synonyms/groups";

/** The first word of a group, to try a search with; "" where its text is no group. */
export function firstWord(expression: string): string {
  const read = readGroup(expression);
  return read.ok ? (read.group.words[0] ?? "") : "";
}

/** Of a group that is longer, the rest is counted. */
const SHOWN = 12;

/** A group of synonyms as words: those that mean the same with = between, one-way ones with an arrow. */
export function WordGroup({ expression, gone = false }: { expression: string; gone?: boolean }) {
  const read = readGroup(expression);
  // What another client kept and is no group is shown as it is.
  if (!read.ok) return <Name className={gone ? "text-muted line-through" : ""}>{expression}</Name>;
  const { words, meant } = read.group;
  return (
    <span className={`inline-flex flex-wrap items-center gap-1.5 ${gone ? "text-muted line-through" : ""}`}>
      <Words of={words} between={meant === null} />
      {meant && (
        <>
          <span className="text-muted">
            <span aria-hidden="true">→</span>
            <span className="sr-only">also finds</span>
          </span>
          <Words of={meant} between={false} />
        </>
      )}
    </span>
  );
}

function Words({ of, between }: { of: readonly string[]; between: boolean }) {
  return (
    <>
      {of.slice(0, SHOWN).map((word, at) => (
        <span key={word} className="inline-flex max-w-full items-center gap-1.5">
          {between && at > 0 && <span className="text-muted">=</span>}
          <Name className="rounded bg-accent-soft px-2 py-0.5">{word}</Name>
        </span>
      ))}
      {of.length > SHOWN && <span className="text-13 text-muted">and {of.length - SHOWN} more</span>}
    </>
  );
}
