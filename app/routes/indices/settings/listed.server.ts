import { type FlatSettings, type SettingKind, settingKind } from "~/lib/indices/index-settings";

export type SettingRow = { name: string; value: string; kind: SettingKind; isDefault: boolean };
type Wanted = { q: string; kind: SettingKind | ""; defaults: boolean };

/** The settings that an address asks for, by name. */
export function listed(
  { set, defaults }: { set: FlatSettings; defaults: FlatSettings },
  { q, kind, defaults: withDefaults }: Wanted,
): SettingRow[] {
  const all = withDefaults ? { ...defaults, ...set } : set;
  const text = q.toLowerCase();
  return Object.entries(all)
    .map(([name, value]) => ({
      name,
      value: [value].flat().join(", "),
      kind: settingKind(name),
      isDefault: !Object.hasOwn(set, name),
    }))
    .filter((row) => (text === "" || row.name.toLowerCase().includes(text)) && (kind === "" || row.kind === kind))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
