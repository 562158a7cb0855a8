import { migrate } from "~/services/platform/store/migrations/migrate.server";
import { steps } from "~/services/platform/store/migrations/steps.server";
import { openDatabase } from "~/services/platform/store/database.server";
import { SqliteDatabase } from "@common/storage/sqlite";

// Run by store-versions.test.ts in a process of its own: opens the store, or (`hang`) takes one step more than there is
// and never ends it.

const [path = "", mode] = process.argv.slice(2);
if (mode === "hang") {
  const version = steps.length + 1;
  migrate(new SqliteDatabase(path), [
    ...steps,
    {
      version,
      up(database) {
        database.exec("DELETE FROM sessions; DELETE FROM drafts; CREATE TABLE half_done (x)");
        process.stdout.write("within\n");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      },
    },
  ]);
} else {
  openDatabase(path).close();
  process.stdout.write("opened\n");
}
