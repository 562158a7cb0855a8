import { JsonArea } from "~/components/forms/code/json-area";
import { SelectField, TextArea, TextField } from "~/components/forms/field";
import type { AnyField } from "~/components/forms/metadata";
import { cut } from "~/lib/data/documents/title";
import type { ParameterField, ParameterKind } from "~/services/data/stored-queries/parameters.server";

/** Characters of a default that a hint shows. */
const SHOWN = 60;

const words: Record<ParameterKind, string> = {
  text: "Text.",
  number: "Number.",
  boolean: "True or false.",
  texts: "List of texts, one per line.",
  numbers: "List of numbers, one per line.",
  json: "JSON value.",
  open: "No default; not sent when empty. A number, true, false or JSON is sent as such, anything else as text.",
};

function hintOf({ kind, text, initial }: ParameterField): string {
  const differs = initial !== null && initial !== text;
  return differs ? `${words[kind]} Default: ${cut(initial.replaceAll("\n", ", "), SHOWN) || "empty"}` : words[kind];
}

/** The field of one parameter, of the kind that its default has. */
export function ParameterInput({ field, of }: { field: AnyField; of: ParameterField }) {
  const common = { field, label: of.name, hint: hintOf(of) };
  const plain = { autoComplete: "off", spellCheck: false };
  switch (of.kind) {
    case "text":
    case "open":
      return <TextField {...common} {...plain} />;
    case "number":
      return <TextField {...common} {...plain} inputMode="decimal" className="max-w-[16rem]" />;
    case "boolean":
      return <SelectField {...common} options={["true", "false"].map((value) => ({ value, label: value }))} />;
    case "texts":
    case "numbers":
      return <TextArea {...common} {...plain} rows={4} code />;
    case "json":
      return <JsonArea {...common} rows={5} />;
  }
}
