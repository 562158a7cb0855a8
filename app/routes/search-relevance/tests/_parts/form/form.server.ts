import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import { endpointRefusal } from "@common/http/endpoint-queries";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { namesInWords } from "~/lib/values/names";
import { appLevel } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { change } from "~/services/platform/changes/change.server";
import { findDocuments, titlesOf } from "~/services/data/documents/find.server";
import { settle } from "~/services/platform/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { TestRefused, testsOf, toChangeTests } from "~/services/search-relevance/relevance-tests/changes.server";
import { documentsOf, type RelevanceTest } from "~/services/search-relevance/relevance-tests/records.server";
import { sentenceOf } from "~/services/search-relevance/relevance-tests/report";
import { orderOf } from "~/services/search-relevance/relevance-tests/runs/order.server";
import { sharedWith } from "~/services/search-relevance/relevance-tests/sharing";
import {
  getRelevanceTest,
  listRelevanceTests,
  newTestId,
  type StoredTest,
} from "~/services/search-relevance/relevance-tests/store.server";
import { draftsOf } from "~/services/platform/store/draft-store.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { testEditor } from "../addresses";
import { afterButton, stepOf } from "./after-button.server";
import { findPicked, otherGrades, titlesIn } from "./documents.server";
import type { TestShape } from "./fields";
import { TEST } from "../intents";
import { relevanceTests } from "../thing";
import { gradesIn, newShape, requestTyped, shapeOf, testTyped, TypedSchema } from "./typed.server";

const draftSchema = z.object({
  id: z.string().nullable(),
  values: z.looseObject({ expectations: z.array(z.looseObject({})) }),
});
const drafts = draftsOf({ kind: "relevance test", schema: draftSchema });

/** The test of an address, or the 404 of the frame. */
export function requireTest(scope: Scope, index: string, id: string): StoredTest {
  const found = getRelevanceTest(scope.context.config, { ...testsOf(scope, index), id });
  if (found) return found;
  throw new Response(
    "There is no such relevance test. It may have been deleted; deleted tests can be restored from Changes.",
    { status: 404 },
  );
}

/** The other tests of an index, those with the same grades as one choice. */
function choicesOf(others: readonly StoredTest[]) {
  const first = (test: StoredTest) =>
    test.sharing === undefined ? test : others.find(({ sharing }) => sharing === test.sharing);
  return others
    .filter((test) => first(test) === test)
    .map((test) => ({
      value: test.id,
      label: namesInWords(
        [test, ...sharedWith(others, test)].map(({ label }) => label),
        3,
      ),
    }));
}

/** Asks the server for the index: what the console keeps about it is for those who may use it. Throws BackendError. */
export async function openTests(
  request: Request,
  params: ActionFunctionArgs["params"],
  context: ActionFunctionArgs["context"],
) {
  const scope = await requireScope(request, params, relevanceTests, context);
  const { name: index } = await requireIndex(scope);
  return { scope, index };
}

/** What the form of a test shows: what was typed, what is kept, a copy, or a search of an address. */
export async function loadTest({
  request,
  scope,
  index,
  id,
}: {
  request: Request;
  scope: Scope;
  index: string;
  id: string | null;
}) {
  const { state } = testEditor.at(request);
  const kept = drafts.get(scope, state.draft === "" ? null : state.draft, index);
  const draft = kept?.id === id ? TypedSchema.safeParse(kept.values).data : undefined;
  const stored = id === null ? undefined : requireTest(scope, index, id);
  const from = id === null && state.from !== "" ? requireTest(scope, index, state.from) : undefined;
  const others = listRelevanceTests(scope.context.config, testsOf(scope, index)).filter((test) => test.id !== id);
  const sharing = (test: StoredTest) => others.find((one) => one.sharing !== undefined && one.sharing === test.sharing);
  const start = stored
    ? shapeOf(stored, { version: stored.version, sharing: sharing(stored)?.id ?? "" })
    : from
      ? {
          ...shapeOf(from, { version: 0, sharing: sharing(from)?.id ?? "" }),
          label: `${from.label} copy`.slice(0, 200),
        }
      : newShape(state);
  const values: TestShape = draft ? { ...draft, expectations: draft.expectations } : start;
  const names = { ...stored?.names, ...from?.names };
  const asked = requestTyped(values);
  const grades = gradesIn(values.grades) ?? stored?.grades ?? {};
  const [found, picked, titles, order] = await Promise.all([
    state.find === "" ? null : findDocuments(scope, { index, text: state.find }),
    findPicked(scope, { index, values, pick: state.pick }),
    titlesIn(scope, { index, values, grades }),
    asked ? orderOf(scope, { index, request: asked, names, grades }) : null,
  ]);
  const called = { ...names, ...titles };
  return {
    id,
    index,
    order,
    others: otherGrades({ grades, names: called, order }),
    label: stored?.label ?? null,
    saved: stored ? { person: stored.person, changed: stored.changed } : null,
    values,
    choices: choicesOf(others),
    lost: state.draft !== "" && draft === undefined,
    find: state.find,
    found,
    picked,
    names: called,
    gate: scope.may("relevance:write"),
  };
}

/** The action of the form: saves, or comes back with what a button found or added, kept as a draft. */
export function answerTest(args: ActionFunctionArgs, isNew: boolean) {
  const { request } = args;
  return answerForm(args, {
    right: relevanceTests,
    mostBytes: MOST_TYPED_BYTES,
    what: "The relevance test was not saved.",
    run: async ({ scope, form }) => {
      const { name: index } = await requireIndex(scope);
      const submission = parseWithZod(form, { schema: TypedSchema });
      if (submission.status !== "success") return formReply(submission, { intent: TEST });
      const typed = submission.value;
      const id = isNew ? null : relevanceTests.idIn(request);
      const at = appLevel(index);
      const step = stepOf(typed);
      if (step !== "save") {
        const { then, find, pick, ...values } = await afterButton({ scope, index, typed: { ...typed, then: step } });
        const draft = drafts.add(scope, { id, values }, index);
        const query = { draft, find, pick };
        return redirect(
          `${id === null ? relevanceTests.path(at, { page: "new", query }) : relevanceTests.path(at, { id, query })}#${then}`,
        );
      }
      const before = id === null ? undefined : getRelevanceTest(scope.context.config, { ...testsOf(scope, index), id });
      const joins = typed.sharing === "" ? undefined : typed.sharing;
      const other =
        joins === undefined || joins === id
          ? undefined
          : getRelevanceTest(scope.context.config, { ...testsOf(scope, index), id: joins });
      if (joins !== undefined && other === undefined)
        return formReply(submission, {
          intent: TEST,
          fieldErrors: { sharing: ["That test was deleted in the meantime. Choose another one."] },
        });
      // Of one that it shares with already, the form has the grades.
      const isNewly = other !== undefined && (other.sharing === undefined || other.sharing !== before?.sharing);
      const read = testTyped(typed, isNewly ? other.grades : {});
      if (!read.ok) return formReply(submission, { intent: TEST, fieldErrors: read.errors });
      const ids = documentsOf(read.test);
      const titles = await settle(titlesOf(scope, { index, ids }));
      const names = titles.ok ? titles.value : {};
      const test: RelevanceTest = { ...read.test, names };
      const put = [{ id: id ?? newTestId(), version: isNew ? 0 : Number(typed.version) || 0, joins, test }];
      let changed;
      try {
        const verb = isNew ? "create" : "update";
        changed = await change(
          scope,
          toChangeTests(scope, { index, verb, put, label: test.label, ...(before && { before }) }),
        );
      } catch (error) {
        if (!(error instanceof TestRefused)) throw error;
        return formReply(submission, { intent: TEST, status: error.status, ...refusal(error) });
      }
      const unknown = titles.ok ? ids.filter((one) => names[one] === undefined) : [];
      const missing =
        unknown.length === 0
          ? ""
          : ` Not in ${index}: ${unknown.slice(0, 5).join(", ")}${unknown.length > 5 ? ", …" : ""}.`;
      return redirectWithFlash({
        request,
        to: relevanceTests.path(at),
        text: `Relevance test ${test.label} saved.${sharedInWords(scope, { index, id: put[0]?.id ?? "" })}${missing}`,
        changed,
      });
    },
  });
}

/** Which tests have the grades of a saved one too, as a sentence. */
function sharedInWords(scope: Scope, { index, id }: { index: string; id: string }): string {
  const tests = listRelevanceTests(scope.context.config, testsOf(scope, index));
  const saved = tests.find((test) => test.id === id);
  const labels = saved ? sharedWith(tests, saved).map(({ label }) => label) : [];
  return labels.length === 0 ? "" : ` Its grades count in ${namesInWords(labels, 5)} too.`;
}

function refusal({ refused: why }: TestRefused) {
  if (why.refused === "endpoint") return { fieldErrors: { request: [endpointRefusal(why.places)] } };
  const { refused, now } = why;
  if (refused === "full")
    return {
      formErrors: ["Not saved: the index has 500 relevance tests, which is the most it can have. Delete one first."],
    };
  if (now === undefined)
    return {
      formErrors: ["Not saved: this test was deleted in the meantime. Save again to create it as you typed it."],
      values: { version: "0" },
    };
  const theirs = now.expectations.map((one) => sentenceOf(one, now.names)).join("; ");
  const said = `Not saved: ${now.person} changed this test in the meantime. It is now called ${now.label} and expects: ${theirs}. Save again to replace that.`;
  return { formErrors: [said], values: { version: String(now.version) } };
}
