import type { FieldMetadata } from "@conform-to/react";
import { JsonArea } from "~/components/forms/json-area";

type PartField = FieldMetadata<string | undefined>;

export const partLabels = { settings: "Settings", mappings: "Mappings", aliases: "Aliases" };

/** What a template gives to an index, each part as JSON. */
export function PartFields({ fields: { settings, mappings, aliases } }: { fields: Record<keyof typeof partLabels, PartField> }) {
  return (
    <>
      <JsonArea field={settings} label={partLabels.settings} hint={<>{'{ "number_of_shards": 1 }'}</>} rows={5} />
      <JsonArea field={mappings} label={partLabels.mappings} hint={<>{'{ "properties": { "title": { "type": "text" } } }'}</>} rows={5} />
      <JsonArea field={aliases} label={partLabels.aliases} hint={<>{'{ "films": {} }'}</>} rows={3} />
    </>
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : "");

/** What a form says of a name that a template has already. */
export const takenWords = (error: unknown, name: string): Record<number, string> =>
  /already exists/i.test(messageOf(error)) ? { 400: `Template ${name} already exists. Choose another name or edit it.` } : {};

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
