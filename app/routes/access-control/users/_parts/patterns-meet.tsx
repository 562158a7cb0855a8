import { isEveryIndex, patternAdmits } from "@common/text/index-pattern";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { countOf } from "~/lib/values/numbers";

const MOST_NAMED = 8;

type PatternsMeetProps = {
  /** As typed. */ text: string;
  /** The indices there are; null where they are not told to the reader. */ names: readonly string[] | null;
};

/** Which indices some patterns admit now, by the rules of the server. */
export function PatternsMeet({ text, names }: PatternsMeetProps) {
  const patterns = text.split(/[\s,]+/).filter((part) => part !== "");
  if (patterns.length === 0)
    return <p className="text-13 text-muted">No patterns: no index, and no calls about the cluster.</p>;
  if (patterns.some(isEveryIndex)) {
    return (
      <Notice tone="warn">* admits every index, also those created later, and the calls about the cluster.</Notice>
    );
  }
  if (names === null)
    return (
      <p className="text-13 text-muted">
        Which indices match is not shown: the server does not list them to your user.
      </p>
    );
  const met = names.filter((name) => patterns.some((pattern) => patternAdmits(pattern, name)));
  const unmet = patterns.filter((pattern) => !names.some((name) => patternAdmits(pattern, name)));
  const more = met.length - MOST_NAMED;
  return (
    <Name as="div" className="text-13 text-muted">
      {met.length > 1 && met.length === names.length && (
        <Notice tone="warn">These patterns admit every index there is now.</Notice>
      )}
      <p>
        {met.length === 0
          ? "Matches no index now."
          : `Matches ${countOf(met.length, "index", "indices")} now: ${met.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`}
        {unmet.length > 0 && met.length > 0 && ` No index matches ${unmet.join(", ")}.`}
      </p>
    </Name>
  );
}
