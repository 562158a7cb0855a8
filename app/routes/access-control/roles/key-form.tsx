import { TextArea, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { DefinitionList } from "~/components/ui/definition-list";
import { Notice } from "~/components/ui/message/notice";
import type { Gate } from "~/lib/access-control/gate";
import type { keyConstraint, KeyShape } from "./form.server";
import { SAVE_KEY } from "./intents";

type Stored = { pem: string; claim: string; facts: { fingerprint: string; bits: number | null } | null };

/** The public key with what tells it apart, and the claim that names the role. */
export function KeyForm({
  stored,
  constraint,
  gate,
}: {
  stored: Stored;
  constraint: typeof keyConstraint;
  gate: Gate;
}) {
  const { form, fields, busy } = useServerForm<KeyShape>({
    id: "public-key",
    intent: SAVE_KEY,
    constraint,
    defaultValue: { key: stored.pem, claim: stored.claim === "" ? "role" : stored.claim },
  });
  return (
    <section aria-labelledby="key-title" className="mb-8 max-w-form">
      <h2 id="key-title" className="mb-3 text-16 font-semibold">
        Public key
      </h2>
      {stored.facts === null ? (
        <div className="mb-4">
          <Notice tone={stored.pem === "" ? "info" : "warn"}>
            {stored.pem === ""
              ? "There is no public key yet, so every token is refused."
              : "The saved key cannot be read, so every token is refused."}
          </Notice>
        </div>
      ) : (
        <div className="mb-4">
          <DefinitionList
            items={[
              {
                label: "Fingerprint (SHA-256)",
                value: <code className="break-all font-mono text-code">{stored.facts.fingerprint}</code>,
              },
              { label: "Size", value: stored.facts.bits === null ? null : `RSA, ${stored.facts.bits} bits` },
            ]}
          />
        </div>
      )}
      <ServerForm form={form} intent={SAVE_KEY} labels={{ key: "Public key (PEM)", claim: "Role claim" }}>
        <TextArea
          field={fields.key}
          label="Public key (PEM)"
          rows={9}
          code
          hint="An RSA key. Tokens are signed with the private key that belongs to it (RS256, RS384, RS512)."
          placeholder="-----BEGIN PUBLIC KEY-----"
        />
        <TextField
          field={fields.claim}
          label="Role claim"
          autoComplete="off"
          spellCheck={false}
          hint="The claim of a token that names its role. Where it is missing, a claim called “role” counts."
        />
        <FormEnd label="Save key" busy={busy} gate={gate} />
      </ServerForm>
    </section>
  );
}
