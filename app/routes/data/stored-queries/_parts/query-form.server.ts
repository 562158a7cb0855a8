import { parseWithZod, getZodConstraint } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import { endpointPlacesIn, endpointRefusal } from "@common/http/endpoint-queries";
import { stringifyJson } from "@common/text/json";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { keepDraft } from "~/editor/drafts.server";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { NOT_STORED } from "~/editor/editable.server";
import { answerForm } from "~/server/form-action.server";
import { indentJson } from "~/lib/json/layout";
import { jsonObjectSource } from "~/lib/json/text.server";
import { redirect } from "~/server/redirect.server";
import { settle } from "~/services/platform/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import { nameTaken, StoredQueryName } from "~/services/data/stored-queries/name.server";
import { getStoredQuery, type Content, contentOf } from "~/services/data/stored-queries/read.server";
import { executeQuery, renderQuery, type Tried } from "~/services/data/stored-queries/run.server";
import type { Scope } from "~/session/scope.server";
import { editorAddress } from "./addresses";
import { QUERY, thens } from "./intents";
import { queryText } from "./stored-query.server";
import { storedQueries } from "./thing";

const QuerySchema = z.object({
  id: StoredQueryName,
  description: z.string().trim().max(1000).default(""),
  index: z.string({ error: "Enter the index that is searched." }).trim().max(2000),
  query: jsonObjectSource("query").superRefine((text, context) => {
    const places = endpointPlacesIn(text);
    if (places.length > 0) context.addIssue({ code: "custom", message: endpointRefusal(places) });
  }),
  params: jsonObjectSource("set of parameters"),
  version: z.string().default(NOT_STORED),
  then: z.enum(thens).catch("review").default("review"),
});
/** One that is there keeps the name it has, whatever that is. */
const StoredSchema = QuerySchema.extend({ id: z.string() });
const queryConstraint = getZodConstraint(QuerySchema.omit({ version: true, then: true }));

export type QueryShape = { id: string; description: string; index: string; query: string; params: string };

/** What the form of a stored query is made of, a new one and one that is changed. */
export async function loadForm(scope: Scope, { id, content }: { id: string; content: Content }) {
  const names = await settle(listIndexNames(scope));
  return {
    values: fieldsOf(id, content),
    indices: names.ok ? names.value : [],
    constraint: queryConstraint,
    gate: scope.may("stored-queries:write"),
  };
}

/** The action of that form. */
export function answerQuery(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: storedQueries,
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    run: ({ scope, form }) => takeQuery({ request, scope, form }),
  });
}

/**
 * Takes what was typed: keeps it as a draft and leads to the page that shows what changes, or back here with what comes
 * of it. Nothing is saved.
 */
async function takeQuery({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const isNew = (form.get("version") ?? "") === NOT_STORED;
  const submission = parseWithZod(form, { schema: isNew ? QuerySchema : StoredSchema });
  if (submission.status !== "success") return formReply(submission, { intent: QUERY });
  const { id, version, then, ...typed } = submission.value;
  const taken = then === "review" && isNew && (await getStoredQuery(scope, id)) !== undefined;
  if (taken)
    return formReply(submission, {
      intent: QUERY,
      fieldErrors: { id: [nameTaken(id)] },
    });
  const edited = { request, scope, editable: queryText, ref: { id } };
  const draft = { text: textOfTyped(typed), version };
  return redirect(
    then === "review"
      ? await keepDraft(edited, draft)
      : `${await keepDraft(edited, draft, "edit", { try: then })}#tried`,
  );
}

// Put together as text, so that what was typed stays as it was typed.
function textOfTyped({ description, index, query, params }: Omit<QueryShape, "id">): string {
  return indentJson(
    `{"description":${JSON.stringify(description)},"index":${JSON.stringify(index)},"query":${query},"params":${params}}`,
  );
}

const laidOut = (value: Content["query"]) => indentJson(stringifyJson(value));

/** The fields of a stored query, to be changed. */
function fieldsOf(id: string, { description, index, query, params }: Content): QueryShape {
  return { id, description, index, query: laidOut(query), params: laidOut(params) };
}

/** What the address of an editor asks to be tried with its draft; null for nothing. */
export async function tryDraft({
  request,
  scope,
  text,
}: {
  request: Request;
  scope: Scope;
  text: string;
}): Promise<{ what: "render" | "execute"; result: Tried } | null> {
  const what = editorAddress.at(request).state.try;
  if (what === "") return null;
  const content = contentOf(text);
  return { what, result: await (what === "render" ? renderQuery(scope, content) : executeQuery(scope, content)) };
}
