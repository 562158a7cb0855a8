import { randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { receiveText } from "~/editor/receive-text.server";
import { appLevel } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { draftId, draftsOf } from "~/services/platform/store/draft-store.server";
import { expressionsOf, type Parsed, parseFile, parseLines } from "~/services/search-relevance/synonyms/file.server";
import { readGroup } from "~/services/search-relevance/synonyms/groups";
import { planSynonyms } from "~/services/search-relevance/synonyms/merge";
import type { Scope } from "~/session/scope.server";
import type { WaitingById } from "~/services/search-relevance/draft/waiting";
import { drafted, waitingSynonyms } from "./waiting.server";
import { requireSynonyms } from "./list.server";
import { parseGroup } from "./group-form.server";
import { ADD, SET_GROUP, UPLOAD } from "./intents";
import { synonyms } from "./thing";

const MOST_FILE_BYTES = 10 * 1024 ** 2;
/** Of the groups and problems that a page shows. */
const SHOWN = 100;

const draftSchema = z.object({
  groups: z.array(z.string()),
  problems: z.array(z.object({ line: z.number(), text: z.string(), problem: z.string() })),
  left: z.number(),
  edits: z.string().nullable(),
});
const drafts = draftsOf({ kind: "synonyms", schema: draftSchema });

const typedSchema = z.object({ groups: z.string({ error: "Write at least one group." }) });

function leadToReview(
  scope: Scope,
  { index, parsed, edits = null }: { index: string; parsed: Parsed; edits?: string | null },
) {
  const value = {
    groups: expressionsOf(parsed),
    problems: parsed.problems.slice(0, SHOWN),
    left: parsed.problems.length,
    edits,
  };
  const draft = drafts.add(scope, value, index);
  return redirect(synonyms.path(appLevel(index), { page: "review", query: { draft } }));
}

/** Takes groups that were typed, one on each line, and leads to the page that says what they change. */
export function takeTyped(scope: Scope, { index, form }: { index: string; form: FormData }) {
  const submission = parseWithZod(form, { schema: typedSchema });
  if (submission.status !== "success") return formReply(submission, { intent: ADD });
  const parsed = parseLines(submission.value.groups);
  const several = parsed.groups.length + parsed.problems.length > 1;
  const wrong = parsed.problems
    .slice(0, 5)
    .map(({ line, problem }) => (several ? `Line ${line}: ${problem}` : problem));
  if (wrong.length > 0) return formReply(submission, { intent: ADD, fieldErrors: { groups: wrong } });
  return leadToReview(scope, { index, parsed });
}

/** Takes the one group of a form with a field for each side. `edits` is the group that it replaces. */
export function takeGroup(scope: Scope, { index, form, edits }: { index: string; form: FormData; edits?: string }) {
  const submission = parseGroup(form);
  if (submission.status !== "success") return formReply(submission, { intent: SET_GROUP });
  return leadToReview(scope, {
    index,
    parsed: parseLines(submission.value),
    ...(edits === undefined ? {} : { edits }),
  });
}

/** Takes them from a file. Lines that are no groups are told of, and left out. */
export async function takeFile(scope: Scope, { index, request }: { index: string; request: Request }) {
  const received = await receiveText(scope, {
    request,
    schema: z.object({ file: z.string() }),
    field: "file",
    maxBytes: MOST_FILE_BYTES,
  });
  const parsed = received.ok ? parseFile(received.value.file) : received.problem;
  if (typeof parsed !== "string") return leadToReview(scope, { index, parsed });
  return formReply(parseWithZod(new FormData(), { schema: z.object({}) }), {
    intent: UPLOAD,
    fieldErrors: { file: [parsed] },
  });
}

/**
 * What the draft of an address changes of what is kept now; undefined where it is no longer kept. Ids of new groups are
 * those of one call of this.
 */
export async function planOfDraft(scope: Scope, request: Request) {
  const { name, all } = await requireSynonyms(scope);
  const id = draftId(request);
  const draft = drafts.get(scope, id, name);
  if (draft === undefined || id === null) return { name, waiting: new Map() as WaitingById, draft: undefined };
  const groups = draft.groups.flatMap((line) => {
    const read = readGroup(line);
    return read.ok ? [read.group] : [];
  });
  // What waits already counts as kept: new groups come beside it, in the draft alone.
  const waiting = waitingSynonyms(scope, name);
  const existing = waiting.size === 0 ? all : drafted(all, waiting);
  return {
    name,
    waiting,
    draft: { id, ...draft, plan: planSynonyms({ existing, groups, edits: draft.edits, newId: randomUUID }) },
  };
}

/** The first of a list, for a page. */
export const shownOf = <Item>(items: readonly Item[]): Item[] => items.slice(0, SHOWN);
