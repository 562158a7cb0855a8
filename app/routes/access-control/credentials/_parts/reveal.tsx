import { useFetcher } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import type { FormReply } from "~/components/forms/reply.server";
import { Name } from "~/components/ui/name";
import { CopyButton } from "~/components/ui/request/copy-button";
import type { Secret } from "./snippets.server";

type Answer = { secret: Secret | null } | FormReply;

/**
 * What the list knows of the password that was asked for last; with scripts its form is answered here, in place of a
 * page.
 */
export function useReveal() {
  const { data, submit } = useFetcher<Answer>();
  const [hidden, setHidden] = useState<Answer>();
  const seen = data === hidden ? undefined : data;
  return {
    shown: seen !== undefined && "secret" in seen ? seen.secret : null,
    problem: seen === undefined ? null : problemOf(seen),
    ask(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      event.currentTarget.closest("details")?.removeAttribute("open");
      submit(event.currentTarget);
    },
    hide: () => setHidden(data),
  };
}
export type Reveal = ReturnType<typeof useReveal>;

function problemOf(answer: Answer): string | null {
  if (!("secret" in answer)) return answer.result.error?.[""]?.join(" ") ?? null;
  return answer.secret === null
    ? "The server does not tell you this password: the credential can do more than you."
    : null;
}

/** A password below the name of its credential. */
export function RevealedPassword({ secret: { name, password }, onHide }: { secret: Secret; onHide: () => void }) {
  return (
    <div role="status" className="mt-1 flex flex-wrap items-center gap-x-3 font-normal">
      <Name as="code" className="select-all font-mono text-12">
        {password}
      </Name>
      <CopyButton text={password} label="Copy password" />
      <CopyButton text={`${name}:${password}`} label="Copy as user:password" />
      <button type="button" className="link" onClick={onHide}>
        Hide
      </button>
    </div>
  );
}
