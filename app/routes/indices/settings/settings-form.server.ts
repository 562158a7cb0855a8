import * as z from "zod";
import type { FlatSettings } from "~/lib/indices/index-settings";
import { formSettings, type SettingField } from "./form-fields";

const value = z.string().trim().max(200).optional();
const shape = Object.fromEntries(formSettings.map(({ field }) => [field, value])) as Record<SettingField, typeof value>;

/** The form of settings; an empty field stands for the default. The engine knows what each may be. */
export const SettingsFormSchema = z.object({ ...shape, version: z.string() });
export type SettingsFormShape = Record<SettingField, string>;

/** What the fields show: the values that are set. */
export function formValues(set: FlatSettings): SettingsFormShape {
  return Object.fromEntries(
    formSettings.map(({ field, name }) => [field, String(set[name] ?? "")]),
  ) as SettingsFormShape;
}

/** The settings with those of the form in the place of theirs. */
export function withForm(set: FlatSettings, form: z.output<typeof SettingsFormSchema>): FlatSettings {
  const next = { ...set };
  for (const { field, name } of formSettings) {
    const given = form[field];
    if (given === undefined || given === "") delete next[name];
    else next[name] = given;
  }
  return next;
}
