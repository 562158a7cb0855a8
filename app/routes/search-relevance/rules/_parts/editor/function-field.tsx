import { Link } from "@remix-run/react";
import { SelectField, TextField } from "~/components/forms/field";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { RuleFields } from "./fields-type";
import { LABELS } from "./labels";

/** The function that a rule calls: one of the server's, or a name where the server tells none. */
export function FunctionField({
  functions,
  field,
}: {
  functions: readonly string[] | null;
  field: RuleFields["function"];
}) {
  if (functions === null || functions.length === 0)
    return <TextField field={field} label={LABELS.function} autoComplete="off" spellCheck={false} />;
  const now = field.initialValue ?? "";
  // One that was deleted meanwhile stays what the rule says until another one is chosen.
  const names = now === "" || functions.includes(now) ? functions : [now, ...functions];
  return (
    <>
      <SelectField
        field={field}
        label={LABELS.function}
        placeholder="Choose a function"
        options={names.map((name) => ({ value: name, label: name }))}
      />
      <Link to={screenPath(clusterLevel, "rules/functions")} className="link mb-2 inline-block text-13">
        All functions
      </Link>
    </>
  );
}
