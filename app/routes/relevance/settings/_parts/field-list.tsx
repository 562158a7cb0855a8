import type { AnyField } from "~/components/form-kit";
import { ListField } from "~/components/forms/list-field";
import type { Setting } from "~/services/relevance/declared";

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
  onEntries: (entries: readonly string[]) => void;
};

/** Fields of the index, or patterns of them. While the other list is `*`, this one is closed; what it holds already can be taken out. */
export function FieldList({ setting, field, names, lists, onEntries }: FieldListProps) {
  const { name, label, other, hint } = setting;
  const theirs = (other !== undefined && lists[other]) || [];
  const closed = theirs.length === 1 && theirs[0] === "*" && (lists[name] ?? []).length === 0;
  const why =
    name === "excludeFields" ? "All fields are included. Take * out above to exclude some." : "All fields are excluded. Take * out below to include some.";
  return <ListField field={field} label={label} hint={closed ? why : hint} proposals={names} rows={2} star disabled={closed} onEntries={onEntries} />;
}
