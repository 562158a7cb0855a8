import { useActionData } from "@remix-run/react";
import type { FormReply } from "~/components/forms/reply.server";
import { Notice } from "~/components/kit";

/** Why the action of a page did not do what a button asked: for buttons without fields beside which it could stand. `but`: the intent of a form that says it itself. */
export function ActionProblem({ but }: { but?: string }) {
  const reply = useActionData<FormReply>();
  const problem = reply?.intent === but ? undefined : reply?.result.error?.[""]?.join(" ");
  if (problem === undefined) return null;
  return (
    <Notice tone="bad" role="alert">
      {problem}
    </Notice>
  );
}
