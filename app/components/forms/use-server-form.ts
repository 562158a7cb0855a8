import { useForm } from "@conform-to/react";
import { useActionData, useNavigation } from "@remix-run/react";
import type { FormReply } from "./reply.server";

type Constraint = Record<string, object>;
type Defaults = Parameters<typeof useForm>[0]["defaultValue"];

type ServerFormOptions<Shape extends Record<string, unknown>> = {
  /** With the resource in it, `rule-<id>`, so that the next item does not keep the last one's text. */
  id: string;
  /** The intent that the action answers with; the form takes only its own answers. */
  intent: string;
  /** From the loader: `getZodConstraint(schema)`. */
  constraint?: Constraint;
  defaultValue?: { [Key in keyof Shape]?: Shape[Key] | null };
};

/** An id without what an address cannot hold as it is: the list of errors leads to fields by `#<id>`. */
const addressable = (id: string) =>
  id.replaceAll(/[^A-Za-z0-9_.-]/gu, (letter) => `~${letter.codePointAt(0)?.toString(36) ?? ""}`);

/**
 * A form that the server checks. Returns Conform's `[form, fields]` and whether it is on its way.
 * Without scripts the browser checks what `constraint` says; zod never goes to the browser.
 */
export function useServerForm<Shape extends Record<string, unknown>>({
  id,
  intent,
  constraint,
  defaultValue,
}: ServerFormOptions<Shape>) {
  const reply = useActionData<FormReply>();
  const navigation = useNavigation();
  const lastResult = reply?.intent === intent ? reply.result : undefined;
  const [form, fields] = useForm<Shape, Shape, string[]>({
    id: addressable(id),
    constraint: constraint,
    defaultValue: defaultValue as Defaults as never,
    lastResult,
    // Else the server renders `novalidate`, and browsers without scripts check nothing.
    defaultNoValidate: false,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onSubmit",
  });
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;
  return { form, fields, busy };
}
