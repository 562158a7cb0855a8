import { SelectField, TextField } from "~/components/forms/field";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { namesInWords } from "~/lib/values/names";
import { CONNECT } from "./connect-intent";
import type { ConnectShape, connectPage } from "./connect.server";

const labels = { backend: "Engine", url: "Address", username: "User", password: "Password" };

type Connect = ReturnType<typeof connectPage>;

/** Connects a server with another engine: one of the hosted service, or our own. */
export function ConnectForm({ constraint, isOwn, isBundled, now, engines, hiding, gate, request }: Connect) {
  const { form, fields, busy } = useServerForm<ConnectShape>({
    id: "connect",
    intent: CONNECT,
    constraint,
    defaultValue: { ...(now !== null && { backend: now }) },
  });
  return (
    <ServerForm form={form} intent={CONNECT} labels={labels} className="max-w-form">
      <p className="mb-4 max-w-text">
        The server checks the connection, then starts again, which may take a minute; searches fail meanwhile.{" "}
        {isOwn ? (
          <>
            Documents, users, credentials and settings are kept in the engine, so those of the new one apply afterwards.
            Your own user is created there, without a second factor, if its name is free. What the present engine keeps
            stays there.
          </>
        ) : (
          <>Existing pipelines stay.</>
        )}
        {!isBundled && <> The present address and password are told to nobody.</>}
      </p>
      <SelectField field={fields.backend} label={labels.backend} options={engines} placeholder="Choose an engine" />
      {hiding.length > 0 && (
        <ul className="-mt-2 mb-4 text-13 text-muted">
          {hiding.map(({ engines, hides }) => (
            <li key={engines.join()}>
              {namesInWords(engines, engines.length)}: hides {namesInWords(hides, hides.length)}.
            </li>
          ))}
        </ul>
      )}
      {isOwn && !isBundled && (
        <p className="-mt-2 mb-4 text-13 text-muted">The bundled engine needs no address, user or password.</p>
      )}
      <TextField field={fields.url} label={labels.url} type="url" placeholder="https://search.example.com:9200" />
      <TextField field={fields.username} label={labels.username} autoComplete="off" spellCheck={false} />
      <TextField field={fields.password} label={labels.password} type="password" autoComplete="new-password" />
      <FormEnd label="Connect" busy={busy} request={request} gate={gate} />
    </ServerForm>
  );
}
