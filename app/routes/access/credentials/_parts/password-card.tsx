import { useActionData } from "@remix-run/react";
import { CodeBlock } from "~/components/detail-kit";
import { ServerForm, useServerForm } from "~/components/form-kit";
import { Button, Card, Gated } from "~/components/kit";
import { CopyButton } from "~/components/ui/request/copy-button";
import type { Gate } from "~/lib/access/gate";
import { INTENTS } from "./intents";
import type { Secret, Snippets } from "./snippets.server";

type PasswordCardProps = {
  name: string;
  /** Whether the server tells it to this user. */ told: boolean;
  /** It is new, and shown unasked. */ fresh: Secret | null;
  snippets: Snippets;
  gate: Gate;
};

/** The password, shown on request in the answer to that form alone, and ready calls. */
export function PasswordCard({ name, told, fresh, snippets, gate }: PasswordCardProps) {
  const { form, busy } = useServerForm({ id: `password-${name}`, intent: INTENTS.show });
  const secret = useActionData<{ secret?: Secret | null }>()?.secret ?? fresh;
  const { curl, client } = secret ?? snippets;
  return (
    <div className="mb-5 max-w-[1000px]">
      <Card title="Password">
        {secret ? (
          <p role="status" className="mt-2 flex flex-wrap items-center gap-x-3">
            <code className="select-all font-mono text-14 [overflow-wrap:anywhere]">{secret.password}</code>
            <CopyButton text={secret.password} label="Copy password" />
            <CopyButton text={`${name}:${secret.password}`} label="Copy as user:password" />
          </p>
        ) : told ? (
          <ServerForm form={form} intent={INTENTS.show} className="mt-2">
            <Gated gate={gate} label="Show password">
              <Button disabled={busy}>Show password</Button>
            </Gated>
          </ServerForm>
        ) : (
          <p className="text-13 text-muted">The server does not tell you this password: the credential can do more than you.</p>
        )}
        <details open={secret !== null} className="mt-3">
          <summary className="link w-fit">Ready calls{secret ? " with this password" : ""}</summary>
          <div className="mt-2 grid gap-3">
            <CodeBlock label="curl" text={curl} />
            <CodeBlock label="ReactiveSearch" text={client} />
          </div>
        </details>
      </Card>
    </div>
  );
}
