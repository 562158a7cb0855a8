import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import { type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { jsonObjectText } from "~/lib/json/text.server";
import { type ParameterField, parameterFields, readParameter } from "~/services/data/stored-queries/parameters.server";
import { requireStoredQuery, type StoredQuery } from "~/services/data/stored-queries/read.server";
import { answerForm } from "~/server/form-action.server";
import { redirect } from "~/server/redirect.server";
import { executeAddress, MOST_PARAMS } from "./addresses";
import { EXECUTE } from "./intents";
import { queryRef } from "./stored-query.server";
import { storedQueries } from "./thing";

const RunSchema = z.object({
  values: z
    .array(z.object({ name: z.string().default(""), value: z.string().default("") }))
    .max(1000)
    .default([]),
});
export type RunShape = z.input<typeof RunSchema>;

const TOO_LONG = "These parameters are too long for an address. Edit the query to store them.";

/**
 * What the page of a run is about: its fields, what the address gives in place of defaults, and whether to run it now.
 * `problem` says why the parameters of the address cannot be read; the defaults stand in the fields then.
 */
export function readRun(request: Request, stored: StoredQuery) {
  const { state, remarks } = executeAddress.at(request);
  const given = jsonObjectText("Parameters").safeParse(state.params === "" ? "{}" : state.params);
  const fields = parameterFields(stored, given.success ? given.data : {});
  return {
    fields,
    remarks,
    problem: given.success ? null : `Parameters in the address: ${given.error.issues[0]?.message ?? "invalid"}`,
    isRun: given.success && state.run,
    isDefault: state.params === "",
  };
}

/** The parameters that fields stand for as they are. */
export function paramsOf(fields: readonly ParameterField[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, text }) => {
      const read = readParameter(kind, text);
      return read.ok && read.value !== undefined ? [[name, read.value]] : [];
    }),
  );
}

/** Leads to the page's own address with the parameters: nothing is changed, so a run can be shared and repeated. */
export function answerRun(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: storedQueries,
    what: "The query was not executed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: RunSchema });
      if (submission.status !== "success") return formReply(submission, { intent: EXECUTE });
      const { id } = queryRef(args.request);
      const { fields } = readRun(args.request, await requireStoredQuery(scope, id));
      const fieldErrors: Record<string, string[]> = {};
      const typed = submission.value.values.map(({ name, value }, at) => {
        const field = fields.find((one) => one.name === name);
        // The query was edited meanwhile: what it does not know any more is sent as it was typed.
        const read = readParameter(field?.kind ?? "open", value);
        if (!read.ok) fieldErrors[`values[${at}].value`] = [read.message];
        return read.ok && read.value !== undefined ? [[name, read.value] as const] : [];
      });
      if (Object.keys(fieldErrors).length > 0) return formReply(submission, { intent: EXECUTE, fieldErrors });
      const params = stringifyJson(Object.fromEntries(typed.flat()));
      if (params.length > MOST_PARAMS) return formReply(submission, { intent: EXECUTE, formErrors: [TOO_LONG] });
      return redirect(`${storedQueries.path(scope, { id, page: "execute", query: { params, run: 1 } })}#tried`);
    },
  });
}
