import { useActionData, useRouteError } from "@remix-run/react";
import { ErrorScreen } from "~/components/shell/error-screen";
import { Button } from "~/components/ui/button";
import { KEPT } from "~/lib/messages/kept";
import { Notice } from "~/components/ui/message/notice";
import { PageForm } from "~/components/ui/page/page-form";
import type { FormReply } from "./reply.server";

/** What pages put into forms for themselves: it goes along, and nobody typed it. */
const carried = new Set(["intent", "seqNo", "primaryTerm", "count", "draft"]);

/**
 * The `ErrorBoundary` of every screen with an action: when a form stays on its page, refused or with a row more, and the
 * page cannot be shown, the error of the page, what was said of the form, and what was typed, to be sent again.
 */
export function FormBoundary() {
  const error = useRouteError();
  const reply = useActionData<FormReply>();
  return (
    <>
      <ErrorScreen error={error} />
      {reply && <Unsent reply={reply} />}
    </>
  );
}

/**
 * What was said of the form of a page that shows it no longer, because what the form was about has gone meanwhile; that
 * it is kept is no longer true then.
 */
export function FormFailure() {
  return saidOf(useActionData<FormReply>()).map((sentence) => (
    <Notice key={sentence} tone="bad" role="alert">
      {sentence.replace(`${KEPT} `, "")}
    </Notice>
  ));
}

const saidOf = (reply: FormReply | undefined) =>
  Object.values(reply?.result.error ?? {}).flatMap((errors) => errors ?? []);

const field =
  "mt-1 block w-full rounded border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-code font-normal text-ink";

function Unsent({ reply }: { reply: FormReply }) {
  const sent = entriesOf(reply.result.initialValue);
  const typed = sent.filter(([name, value]) => !carried.has(name) && value !== "");
  const alerts = saidOf(reply).map((sentence) => (
    <p key={sentence} role="alert" className="mt-4 max-w-text text-bad">
      {sentence}
    </p>
  ));
  if (typed.length === 0) return <>{alerts}</>;
  return (
    <section className="mt-5 max-w-[1000px]">
      {alerts}
      <h2 className="mt-4 text-16 font-semibold">What you typed</h2>
      <PageForm
        method="post"
        encType={reply.multipart ? "multipart/form-data" : undefined}
        reloadDocument={reply.multipart}
        className="mt-2"
      >
        {sent
          .filter((entry) => !typed.includes(entry))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {typed.map(([name, value]) => (
          <label key={name} className="mb-3 block text-13 font-semibold [overflow-wrap:anywhere]">
            {name}
            {/password/i.test(name) ? (
              <input type="password" name={name} defaultValue={value} autoComplete="off" className={field} />
            ) : (
              <textarea
                name={name}
                defaultValue={value}
                rows={Math.min(24, value.split("\n").length + 1)}
                spellCheck={false}
                className={field}
              />
            )}
          </label>
        ))}
        <Button tone="primary">Send again</Button>
      </PageForm>
    </section>
  );
}

type Values = NonNullable<FormReply["result"]["initialValue"]>;
type Value = Values[string];

/** Conform's tree of values as the fields of a form. */
function entriesOf(values: FormReply["result"]["initialValue"]): [name: string, value: string][] {
  function flat(name: string, value: Value | undefined): [string, string][] {
    if (value === undefined) return [];
    if (typeof value === "string") return [[name, value]];
    if (Array.isArray(value)) return value.flatMap((item, at) => flat(`${name}[${at}]`, item));
    return Object.entries(value).flatMap(([key, item]) => flat(`${name}.${key}`, item));
  }
  return Object.entries(values ?? {}).flatMap(([name, value]) => flat(name, value));
}
