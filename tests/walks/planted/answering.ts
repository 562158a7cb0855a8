import { data } from "@remix-run/node";
import type { ActionFunctionArgs } from "@remix-run/node";
import type { FormsConsole } from "../../setup/forms/console";
import { isChange } from "../../setup/forms/walk";
import type { PageForm } from "../../setup/page-forms";
import type { Lie } from "../forms/lies";
import { problemOf } from "../forms/problem";
import type { Change } from "./plant";

type Reply = { data: { result: Record<string, unknown> }; init: ResponseInit | null };
const isReply = (value: unknown): value is Reply => typeof value === "object" && value !== null && "data" in value;

/** Another answer of the form; `own` is the screen's. */
export const answering =
  (change: (own: Reply) => unknown): Change =>
  ({ action }) => ({
    action: async (args: ActionFunctionArgs) => {
      const own: unknown = typeof action === "function" ? await action(args) : null;
      if (!isReply(own)) throw new Error("the form was taken");
      return change(own) as never;
    },
  });
/** The same reply with another result. */
export const replied = (own: Reply, result: object) =>
  data({ ...own.data, result: { ...own.data.result, ...result } }, own.init ?? {});

/** What is wrong with what a form is answered while each of its changes meets a lie; undefined where nothing is. */
export async function problemWith(held: FormsConsole, form: PageForm, lie: Lie): Promise<string | undefined> {
  held.gate.decide((path, _bulk, { method = "" }) => (isChange(method, path) ? lie.verdict : "pass"));
  const answer = await held.post(form, held.context());
  held.gate.decide(() => "pass");
  return problemOf({ answer, form, lie, to: "changes", lied: true });
}
