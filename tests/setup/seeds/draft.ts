import { stringifyJson, type JsonObject } from "@common/text/json";
import { openStore } from "~/services/platform/store/database.server";
import { versionOf } from "~/services/search-relevance/suggestions/preferences.server";

type Seeded = {
  /** The console's `DATA_DIR`. */
  dataDir: string;
  /** Address of the search server, index, and who has the draft. */
  whose: { url: string; index: string; username: string };
  /** The record that the draft was started on, and whether it was saved there. */
  base: { record: JsonObject; saved: boolean };
  /** What differs, by the keys of a draft. */
  values: JsonObject;
};

/** Puts a draft of relevance settings into a console's database, as its screens keep one. */
export function seedDraft({ dataDir, whose: { url, index, username }, base, values }: Seeded): void {
  const version = versionOf(stringifyJson({ saved: base.saved, record: base.record }));
  openStore(dataDir)
    .prepare(
      "INSERT OR REPLACE INTO relevance_drafts (server, index_name, person, content, changed) VALUES (?, ?, ?, ?, ?)",
    )
    .run(url, index, username, stringifyJson({ base: base.record, version, values }), Date.now());
}
