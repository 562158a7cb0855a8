/** The settings that the form has fields for. Others are changed as JSON. */
export const formSettings = [
  {
    field: "replicas",
    name: "index.number_of_replicas",
    label: "Replicas",
    hint: "Copies of each shard on other nodes. On one node they stay unassigned.",
  },
  {
    field: "expand",
    name: "index.auto_expand_replicas",
    label: "Auto-expand replicas",
    hint: "A range such as 0-1 follows the number of nodes; false is off.",
  },
  {
    field: "refresh",
    name: "index.refresh_interval",
    label: "Refresh interval",
    hint: "How soon a saved document is found: 1s, 30s; -1 is never, for large imports.",
  },
  {
    field: "window",
    name: "index.max_result_window",
    label: "Result window",
    hint: "How many results a search can page through.",
  },
  {
    field: "fields",
    name: "index.mapping.total_fields.limit",
    label: "Field limit",
    hint: "Documents that would add fields beyond it are refused.",
  },
  {
    field: "writes",
    name: "index.blocks.write",
    label: "Block writes",
    choices: true,
    hint: "Searches work, documents cannot be saved or deleted.",
  },
  {
    field: "readOnly",
    name: "index.blocks.read_only",
    label: "Read-only",
    choices: true,
    hint: "Neither documents nor mapping and settings, this one excepted, can be changed.",
  },
  {
    field: "codec",
    name: "index.codec",
    label: "Codec",
    hint: "default is fast, best_compression smaller. Static: the index is closed while it is saved.",
  },
] as const satisfies readonly { field: string; name: string; label: string; hint: string; choices?: boolean }[];

export type SettingField = (typeof formSettings)[number]["field"];
