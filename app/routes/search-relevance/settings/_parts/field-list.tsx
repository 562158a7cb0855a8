import { ListField } from "~/components/forms/list-field";
import type { AnyField } from "~/components/forms/metadata";
import { Button } from "~/components/ui/button";
import type { Setting } from "~/services/search-relevance/setting";
import { OPEN } from "../../_parts/draft-intents";

/** What each list of a form holds at the moment, by its name. */
export type Lists = Readonly<Record<string, readonly string[]>>;

/** The entries of a list as a form sends it. */
export function entriesOf(typed: unknown): string[] {
  return typeof typed === "string" ? typed.split("\n").filter((entry) => entry !== "") : [];
}

type FieldListProps = {
  setting: Extract<Setting, { type: "list" }>;
  field: AnyField;
  /** Of the index. */
  names: readonly string[];
  lists: Lists;
  focus: boolean;
  /** Whether the draft may be deployed by whoever looks at it. */
  mayChange: boolean;
  onEntries: (entries: readonly string[]) => void;
};

const closedBy = {
  includeFields: { why: "Unavailable while all fields are included (* above).", open: "Exclude fields instead" },
  excludeFields: { why: "Unavailable while all fields are excluded (* below).", open: "Include fields instead" },
} as const;

/**
 * Fields of the index, or patterns of them. While the other list is `*`, this one is closed, with the button that opens
 * it by emptying the other; what it holds already can be taken out.
 */
export function FieldList({ setting, field, names, lists, focus, mayChange, onEntries }: FieldListProps) {
  const { name, label, other, hint } = setting;
  const theirs = (other !== undefined && lists[other]) || [];
  const closed = theirs.length === 1 && theirs[0] === "*" && (lists[name] ?? []).length === 0;
  const { why, open } = closedBy[other === "excludeFields" ? other : "includeFields"];
  const shown = { field, label, proposals: names, onEntries, focus };
  if (!closed) return <ListField {...shown} hint={hint} rows={2} star />;
  return (
    <>
      <ListField {...shown} hint={why} rows={2} star disabled />
      {mayChange && (
        <Button name={OPEN} value={name} className="-mt-2 mb-4">
          {open}
        </Button>
      )}
    </>
  );
}
