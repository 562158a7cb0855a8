import { addEntry, endEntry, type Entry } from "~/services/platform/changes/log-store.server";
import { seal } from "~/session/seal.server";

/** An entry of the change log: a deleted document that can be restored. */
export function seedChange({
  dataDir,
  secrets,
  ...entry
}: { dataDir: string; secrets: readonly string[] } & Pick<Entry, "id" | "server" | "person"> & {
    index_name: string;
  } & Partial<Entry>): Entry {
  const source = '{"title":"Gone","year":1931}';
  const whole: Entry = {
    at: Date.now(),
    address: "192.0.2.1",
    screen: `/app/${entry.index_name}/browse/gone/delete`,
    kind: "document",
    resource: "gone",
    name: `${entry.index_name} · gone`,
    right_name: "documents:write",
    verb: "delete",
    noun: "document",
    summary: null,
    method: "DELETE",
    path: `/${entry.index_name}/_doc/gone?refresh=wait_for`,
    content_type: null,
    body: null,
    before: '{\n  "title": "Gone",\n  "year": 1931\n}',
    after: null,
    remark: null,
    outcome: "success",
    status: 200,
    took: 12,
    message: null,
    undoes: null,
    undone_by: null,
    job: null,
    bytes: 500,
    ...entry,
  };
  addEntry(dataDir, whole);
  const undo = { kind: "restore-document", value: { index: entry.index_name, id: "gone", source } };
  endEntry(dataDir, {
    id: whole.id,
    ending: {},
    sealedUndo: seal({ text: JSON.stringify(undo), purpose: "way back", secrets }),
  });
  return whole;
}
