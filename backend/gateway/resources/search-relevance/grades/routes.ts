import { checkIndices } from "@backend/gateway/platform/access/indices";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import { lastingName, requireExisting } from "../../indices/index-names";
import type { Services } from "@backend/gateway/services";
import { textFields } from "./fields";
import type { RunSearch } from "../../data/reactivesearch/run";
import { metricsOf } from "./metrics";
import { type Grade, readGrades, readMetrics, termOf } from "./schema";
import { requireTermsTold, toldTerms } from "./told";

const ACCESS = { kind: "server", category: "searchgrader" } as const satisfies Access;
const OF_INDEX: Access = { ...ACCESS, indices: "path" };
const PATH = "/_grade/:index";

type Parts = Pick<Services, "engine" | "reIndexed" | "readers" | "grades" | "settingsOfSearch"> & { run: RunSearch };

function nameOf({ caller }: SignedContext): string {
  return caller.kind === "user" ? caller.user.username : caller.credential.username;
}

/**
 * `/_grade`: what people think of documents as answers to search terms, and how good the present results are by that.
 */
export function gradeRoutes({ run, ...services }: Parts): Route[] {
  const { grades, readers } = services;
  const indexOf = ({ params }: SignedContext) => lastingName(services, params["index"] ?? "");

  // To whom a term is not told it is one without grades.
  async function gradesOf(context: SignedContext, { index, query }: Pick<Grade, "index" | "query">): Promise<Reply> {
    const reader = await readers(context, context.indices);
    return answered(query, reader?.isNamed(query) ? [] : await grades.of({ indices: [index], queries: [query] }));
  }

  function answered(query: string, given: readonly Grade[]): Reply {
    const docs = given.map(
      ({ document, grade, username, timestamp }) => [document, { grade, username, timestamp }] as const,
    );
    return json({ query, docs: Object.fromEntries(docs.sort(([a], [b]) => (a < b ? -1 : 1))) });
  }

  // Without a term: which have grades.
  async function get(context: SignedContext): Promise<Reply> {
    const index = await indexOf(context);
    const asked = context.query["query"];
    if (asked === undefined)
      return json({ terms: toldTerms(await grades.terms([index]), await readers(context, context.indices)) });
    return gradesOf(context, { index, query: termOf(asked) });
  }

  // Of one term, else of all of the index.
  async function requireTold(
    context: SignedContext,
    { index, query }: { index: string; query: string | undefined },
  ): Promise<void> {
    const reader = await readers(context, context.indices);
    if (reader) requireTermsTold(await grades.terms([index], query), reader);
  }

  async function put(context: SignedContext): Promise<Reply> {
    const { query, docs } = readGrades(await context.text());
    const index = await indexOf(context);
    await requireExisting(services, index);
    await requireTold(context, { index, query });
    const by = { index, query, username: nameOf(context), timestamp: new Date().toISOString() };
    const changes = [...docs].map(([document, grade]) => ({ ...by, document, grade }));
    const given = changes.flatMap((one): Grade[] => (one.grade === null ? [] : [{ ...one, grade: one.grade }]));
    if (!isLocal(context))
      await grades.write({ grades: given, removed: changes.filter(({ grade }) => grade === null) });
    return gradesOf(context, { index, query });
  }

  // What an index that is gone has left can be removed too.
  async function remove(context: SignedContext): Promise<Reply> {
    const index = await indexOf(context);
    const asked = context.query["query"];
    const query = asked === undefined ? undefined : termOf(asked);
    await requireTold(context, { index, query });
    const removed = isLocal(context) ? 0 : await grades.remove(index, query);
    if (removed === 0) await requireExisting(services, index);
    return message("Grades deleted successfully");
  }

  async function metrics(context: SignedContext): Promise<Reply> {
    const { indices, page } = readMetrics(await context.text());
    checkIndices(context.caller, indices);
    context.record.indices = indices;
    for (const index of indices) await requireExisting(services, index);
    const fieldsOf = async (index: string) =>
      (await services.settingsOfSearch([index]))?.settings.search?.dataField?.length ? [] : textFields(services, index);
    return json(
      await metricsOf({ grades, run, fieldsOf }, { context, indices, page, reader: await readers(context, indices) }),
    );
  }

  return [
    { methods: ["POST"], path: "/_grade/metrics", access: { ...ACCESS, op: "read" }, handle: metrics },
    { methods: ["GET"], path: PATH, access: OF_INDEX, handle: get },
    { methods: ["PUT"], path: PATH, access: OF_INDEX, handle: put },
    { methods: ["DELETE"], path: PATH, access: OF_INDEX, handle: remove },
  ];
}
