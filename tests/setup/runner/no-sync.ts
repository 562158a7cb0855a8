import { SqliteDatabase } from "@common/storage/sqlite";

// No test from source cuts the power, so none waits until the disk has what SQLite wrote: on a busy disk that was most
// of the time of many. The tests of processes that are killed run on the built product, which waits.

const FULL = "PRAGMA synchronous=FULL";
const OFF = "PRAGMA synchronous=OFF";
const { exec } = SqliteDatabase.prototype;

// Files of one worker may share the class.
if (exec.name === "exec")
  SqliteDatabase.prototype.exec = function unsynced(sql) {
    exec.call(this, sql.replace(FULL, OFF));
  };
