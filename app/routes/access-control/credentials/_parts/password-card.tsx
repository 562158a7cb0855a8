import { useActionData } from "@remix-run/react";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { SearchSnippets } from "~/components/snippets/search-snippets";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Gated } from "~/components/ui/message/gated";
import { Name } from "~/components/ui/name";
import { CopyButton } from "~/components/ui/request/copy-button";
import type { Gate } from "~/lib/access-control/gate";
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
  const shown = secret ?? snippets;
  return (
    <div className="mb-5 max-w-[1000px]">
      <Card title="Password">
        {secret ? (
          <p role="status" className="mt-2 flex flex-wrap items-center gap-x-3">
            <Name as="code" className="select-all font-mono text-14">
              {secret.password}
            </Name>
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
          <p className="text-13 text-muted">
            The server does not tell you this password: the credential can do more than you.
          </p>
        )}
        {shown.snippets.length > 0 && (
          <details open={secret !== null} className="mt-3">
            <summary className="link w-fit">Snippets{secret ? " with this password" : ""}</summary>
            <div className="mt-2">
              <SearchSnippets {...shown} />
            </div>
          </details>
        )}
      </Card>
    </div>
  );
}
