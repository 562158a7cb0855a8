import * as z from "zod";
import type { SqliteDatabase } from "@common/storage/sqlite";
import { roles } from "~/lib/search-relevance/field-roles";
import type { JobFailure } from "~/services/platform/jobs/failures.server";
import { createJobTable, type JobRow } from "~/services/platform/jobs/table.server";
import type { JobState } from "~/services/platform/jobs/states";
import {
  dateFormats,
  delimiters,
  encodings,
  fieldTypes,
  formats,
  numberFormats,
  useCases,
  type FileProblem,
  type Plan,
  type SetUp,
} from "../types";

// Imports among the jobs: what they keep beside what every job has.

const optionsSchema = z.object({
  format: z.enum(formats),
  encoding: z.enum(encodings),
  gzip: z.boolean(),
  delimiter: z.enum(delimiters),
  header: z.boolean(),
});

const planSchema: z.ZodType<Plan> = z.object({
  options: optionsSchema,
  columns: z.array(z.string()),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.enum(fieldTypes),
      useCase: z.enum(useCases),
      dateFormat: z.enum(dateFormats),
      numberFormat: z.enum(numberFormats).optional(),
      list: z.boolean(),
      include: z.boolean(),
      role: z.enum(roles).optional(),
    }),
  ),
  idField: z.string().nullable(),
  search: z.object({ language: z.string().nullable(), because: z.string().nullable() }).optional(),
});

const problemSchema: z.ZodType<FileProblem> = z.object({
  message: z.string(),
  line: z.number().nullable(),
  column: z.number().nullable(),
});

export const importSchemas = {
  input: z.object({
    path: z.string(),
    plan: planSchema.nullable(),
    header: z.string().nullable(),
    /** The job whose failed rows this one tries again, and the other way round. */
    parent: z.string().nullable(),
    retriedBy: z.string().nullable(),
  }),
  progress: z.object({
    rowsRead: z.number(),
    indexed: z.number(),
    updated: z.number(),
    /** All rows up to this one are done: stored, or kept as failed. */
    ackedRow: z.number(),
  }),
  result: z.object({
    problem: problemSchema.nullable(),
    setUp: z.union([z.object({ version: z.number(), language: z.string() }), z.object({ left: z.string() })]).nullish(),
  }),
};
export type ImportInput = z.output<typeof importSchemas.input>;
export type ImportProgress = z.output<typeof importSchemas.progress>;
export type ImportResult = z.output<typeof importSchemas.result>;

export const noProgress: ImportProgress = { rowsRead: 0, indexed: 0, updated: 0, ackedRow: 0 };

/** An import as its pages and its run have it. */
export type Job = Pick<
  JobRow,
  "id" | "state" | "message" | "credentials" | "created" | "started" | "finished" | "failed" | "keptBytes"
> &
  ImportInput &
  ImportProgress & {
    /** The back end and the index that it belongs to: nobody else gets to see it. */
    url: string;
    app: string;
    username: string;
    /** What the file was called. */
    name: string;
    /** Bytes on disk, packed when it is packed. */
    size: number;
    bytesRead: number;
    problem: FileProblem | null;
    /** What came of setting up search; null where that was not asked for, or is still to come. */
    setUp: SetUp | null;
  };

/** What one acknowledged piece adds to an import. */
export type Progress = {
  ackedRow: number;
  rows: number;
  indexed: number;
  updated: number;
  bytesRead: number;
  failures: JobFailure[];
};

/** What an import has done after one piece more. */
export function advance(before: ImportProgress, { ackedRow, rows, indexed, updated }: Progress): ImportProgress {
  return {
    ackedRow,
    rowsRead: before.rowsRead + rows,
    indexed: before.indexed + indexed,
    updated: before.updated + updated,
  };
}

export type JobStore = ReturnType<typeof createJobStore>;

/** Reads and writes imports. Takes the console's database. */
export function createJobStore(db: SqliteDatabase) {
  const table = createJobTable(db);

  function get(id: string): Job | null {
    const row = table.get(id);
    return row?.kind === "import" ? jobOf(row) : null;
  }

  function jobOf(row: JobRow): Job {
    const { id, state, message, credentials, created, started, finished, failed, keptBytes } = row;
    return {
      ...{ id, state, message, credentials, created, started, finished, failed, keptBytes },
      ...{
        url: row.server,
        app: row.target,
        username: row.owner,
        name: row.label,
        size: row.total ?? 0,
        bytesRead: row.done,
      },
      ...inputOf(id),
      ...(row.progress === null ? noProgress : importSchemas.progress.parse(JSON.parse(row.progress))),
      ...endOf(row),
    };
  }

  function endOf({ result }: JobRow): Pick<Job, "problem" | "setUp"> {
    const { problem, setUp } = result === null ? { problem: null } : importSchemas.result.parse(JSON.parse(result));
    return { problem, setUp: setUp ?? null };
  }

  // A plan of thousands of fields takes longer to check than a piece of rows to send, and is asked for with each of
  // them.
  let checked: { text: string; input: ImportInput } | undefined;

  function inputOf(id: string): ImportInput {
    const text = table.input(id) ?? "null";
    if (checked?.text !== text) checked = { text, input: importSchemas.input.parse(JSON.parse(text)) };
    return checked.input;
  }

  function changeInput(id: string, change: Partial<ImportInput>) {
    if (table.input(id) !== null) table.setInput({ id, input: { ...inputOf(id), ...change } });
  }

  function create(
    job: Pick<Job, "url" | "app" | "username" | "name" | "size" | "path"> & { id?: string; parent?: string },
  ): Job {
    const input: ImportInput = {
      path: job.path,
      plan: null,
      header: null,
      parent: job.parent ?? null,
      retriedBy: null,
    };
    const id = table.create({
      ...(job.id === undefined ? {} : { id: job.id }),
      ...{
        kind: "import",
        server: job.url,
        target: job.app,
        owner: job.username,
        label: job.name,
        total: job.size,
        input,
        progress: noProgress,
      },
    });
    if (job.parent) changeInput(job.parent, { retriedBy: id });
    const made = get(id);
    if (!made) throw new Error(`import ${id} was not stored`);
    return made;
  }

  /** Notes what one piece did, outside of a run. */
  function commit({ id, progress }: { id: string; progress: Progress }) {
    const job = get(id);
    if (job)
      table.save({
        id,
        change: { progress: advance(job, progress), done: progress.bytesRead, failures: progress.failures },
      });
  }

  /** The newest imports of one index on one back end, drafts left out. */
  function list({ url, app, limit }: { url: string; app: string; limit: number }): Job[] {
    const states = ["queued", "running", "paused", "done", "cancelled", "interrupted", "failed"] as const;
    return table.list({ server: url, targets: [app], kind: "import", states, limit }).map(jobOf);
  }

  return {
    get,
    create,
    setPlan: ({ id, plan }: { id: string; plan: Plan }) => changeInput(id, { plan }),
    setHeader: ({ id, header }: { id: string; header: string }) => changeInput(id, { header }),
    setCredentials: ({ id, credentials, username }: { id: string; credentials: string; username: string }) =>
      table.setCredentials({ id, credentials, owner: username }),
    setState: ({
      id,
      state,
      message = null,
      problem,
    }: {
      id: string;
      state: JobState;
      message?: string | null;
      problem?: FileProblem | null;
    }) => void table.setState({ id, state, message, ...(problem ? { result: { problem } } : {}) }),
    commit,
    list,
    listByState: (states: readonly JobState[]): Job[] => table.listByState(states, "import").map(jobOf),
    failures: table.failures.list,
    keptFailures: table.failures.kept,
    remove: table.remove,
    table,
  };
}
