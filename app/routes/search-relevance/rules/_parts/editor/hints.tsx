import { Name } from "~/components/ui/name";
import type { RuleHint } from "~/services/search-relevance/rules/hints";

/** What is odd about a part of the rule, beside its fields. */
export function Hints({ of, about }: { of: readonly RuleHint[]; about: RuleHint["about"] }) {
  const found = of.filter((hint) => hint.about === about);
  if (found.length === 0) return null;
  return (
    <Name as="div" className="mb-4 grid gap-1 text-13 text-warn">
      {found.map(({ text }) => (
        <p key={text}>
          <span aria-hidden="true" className="shape shape-warn mr-1.5" />
          {text}
        </p>
      ))}
    </Name>
  );
}
