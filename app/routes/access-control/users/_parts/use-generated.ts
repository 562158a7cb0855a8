import { useActionData } from "@remix-run/react";
import type { FormReply } from "~/components/forms/reply.server";

/** The password that "Generate" gave, and a key by which the form begins again with it. */
export function useGenerated(): { key: string; generated: boolean } {
  const reply = useActionData<FormReply>();
  const made = reply?.reason === "generate" ? reply.result.initialValue?.["password"] : undefined;
  return { key: typeof made === "string" ? made : "typed", generated: made !== undefined };
}
