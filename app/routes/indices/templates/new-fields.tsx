import type { FieldMetadata } from "@conform-to/react";
import { ChoiceField, TextField } from "~/components/forms/field";
import { FieldRow } from "~/components/forms/server-form";
import { JsonArea } from "~/components/forms/code/json-area";
import type { NewShape } from "./new-form.server";
import { type Family, kindNames } from "./template-names";

const partLabels = { settings: "Settings", mappings: "Mappings", aliases: "Aliases" };

/** What the fields are called, by family. */
export const labels: Record<Family, Record<string, string>> = {
  index: {
    kind: "Kind",
    name: "Name",
    patterns: "Patterns",
    rank: "Priority",
    components: "Composed of",
    ...partLabels,
  },
  component: { name: "Name", ...partLabels },
};

type Fields<Key extends keyof NewShape> = { [K in Key]: FieldMetadata<NewShape[K] | undefined> };

const plain = { autoCapitalize: "none", spellCheck: false } as const;

/** Which of the two kinds an index template is of. */
export function KindField({ field, missing }: { field: Fields<"kind">["kind"]; missing: readonly string[] }) {
  const hints = {
    composable: "One per index: the one with the highest priority.",
    legacy: "All that match add up by order, where no index template matches.",
  };
  return (
    <ChoiceField
      field={field}
      label="Kind"
      segments
      options={(["composable", "legacy"] as const).map((value) => ({
        value,
        label: kindNames[value],
        hint: hints[value],
        disabled: missing.includes(value),
      }))}
    />
  );
}

type WhereFieldsProps = {
  fields: Fields<"patterns" | "rank" | "components">;
  /** Available ones. */ components: string[];
};

/** Which indices get an index template, and what it is composed of. */
export function WhereFields({ fields: { patterns, rank, components: chosen }, components }: WhereFieldsProps) {
  return (
    <>
      <FieldRow>
        <TextField
          field={patterns}
          label="Patterns"
          hint="Names of indices, * for anything, separated by commas: logs-*, events-*"
          {...plain}
        />
        <TextField
          field={rank}
          label="Priority"
          type="number"
          min={0}
          hint="Higher wins. The order of a legacy template."
        />
      </FieldRow>
      <TextField
        field={chosen}
        label="Composed of"
        hint={
          components.length === 0
            ? "Names of component templates of an index template, commas between."
            : `Component templates of an index template, commas between; later ones win. Available: ${components.join(", ")}`
        }
        {...plain}
      />
    </>
  );
}

/** What a template gives to an index, each part as JSON. */
export function PartFields({ fields: { settings, mappings, aliases } }: { fields: Fields<keyof typeof partLabels> }) {
  return (
    <>
      <JsonArea field={settings} label={partLabels.settings} hint={<>{'{ "number_of_shards": 1 }'}</>} rows={5} />
      <JsonArea
        field={mappings}
        label={partLabels.mappings}
        hint={<>{'{ "properties": { "title": { "type": "text" } } }'}</>}
        rows={5}
      />
      <JsonArea field={aliases} label={partLabels.aliases} hint={<>{'{ "films": {} }'}</>} rows={3} />
    </>
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : "");

/** What a form says of a name that a template has already. */
export const takenWords = (error: unknown, name: string): Record<number, string> =>
  /already exists/i.test(messageOf(error))
    ? { 400: `Template ${name} already exists. Choose another name or edit it.` }
    : {};

/** The field that the engine's refusal is about, by the words of its reason. */
export function refusedField(error: unknown, otherwise: string): string {
  const message = messageOf(error);
  if (/component template.*(exist|missing)/i.test(message) && otherwise !== "name") return "components";
  if (/already exists|name/i.test(message) && !/setting|mapp/i.test(message)) return "name";
  if (/same priority|multiple index templates/i.test(message)) return "rank";
  if (/mapp|analyzer/i.test(message)) return "mappings";
  if (/setting/i.test(message)) return "settings";
  return /alias/i.test(message) ? "aliases" : otherwise;
}
