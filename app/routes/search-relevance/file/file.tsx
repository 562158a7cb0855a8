import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextArea, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button, LinkButton } from "~/components/ui/button";
import { PageForm } from "~/components/ui/page/page-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { isUpload } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { encodeSegment } from "~/lib/address/ids";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { readableParts } from "~/services/search-relevance/settings-file/import.server";
import { requireScope } from "~/session/scope.server";
import { takePasted, takeUploaded } from "./_parts/take.server";
import { partLabels, partNames, PASTE, UPLOAD } from "./_parts/words";

const MOST_BYTES = 4 * 1024 ** 2;

export const handle: Handle = { takes: "files", screen: "search", crumbs: () => [{ label: "Settings file" }] };
export const meta = titled("Settings file");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const { name } = await requireIndex(scope);
  return { name, readable: readableParts(scope, partNames) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const upload = isUpload(request);
  return answerForm(args, {
    right: { screen: "search" },
    what: "Nothing was changed.",
    upload,
    mostBytes: MOST_BYTES,
    run: async ({ scope, form }) => {
      const { name: index } = await requireIndex(scope);
      return upload ? takeUploaded(scope, { index, request }) : takePasted(scope, { index, form });
    },
  });
}

export default function SettingsFileScreen() {
  const { name, readable } = useLoaderData<typeof loader>();
  const at = appLevel(name);
  return (
    <div className="max-w-form">
      <PageHeader
        title="Settings file"
        description="All that belongs to the search of this index as one readable file, for a repository or another server."
        actions={<LinkButton to={screenPath(at, "search/copy-from")}>Copy from another index…</LinkButton>}
      />
      <section aria-labelledby="export" className="mb-6 border-b border-line pb-6">
        <h2 id="export" className="text-16 font-bold">
          Export
        </h2>
        <PageForm method="get" action={`/resources/${encodeSegment(name)}/search/file`} reloadDocument className="mt-2">
          <fieldset className="mb-4">
            <legend className="text-13 font-semibold">Parts</legend>
            {partNames.map((part) => {
              const may = readable.includes(part);
              return (
                <label key={part} className="mt-1.5 flex items-start gap-2 text-14">
                  <input
                    type="checkbox"
                    name="part"
                    value={part}
                    defaultChecked={may}
                    disabled={!may}
                    className="mt-1 h-4 w-4 shrink-0 accent-accent"
                  />
                  <span>
                    {partLabels[part]}
                    {!may && (
                      <span className="block text-13 text-muted">
                        The server does not give you access to this part.
                      </span>
                    )}
                  </span>
                </label>
              );
            })}
            <p className="mt-1.5 text-13 text-muted">
              Not in the file: rules for several or all indices, and featured suggestions.
            </p>
          </fieldset>
          <div className="flex flex-wrap gap-2">
            <Button name="format" value="yaml">
              Download YAML
            </Button>
            <Button name="format" value="json">
              Download JSON
            </Button>
          </div>
        </PageForm>
      </section>
      <Import name={name} />
    </div>
  );
}

function Import({ name }: { name: string }) {
  const upload = useServerForm<{ file: string }>({ id: `settings-file-${name}`, intent: UPLOAD });
  const paste = useServerForm<{ text: string }>({ id: `settings-text-${name}`, intent: PASTE });
  return (
    <section aria-labelledby="import">
      <h2 id="import" className="text-16 font-bold">
        Import
      </h2>
      <p className="mb-3 mt-1">
        You see what would change before anything is saved. Parts and sections that the file leaves out stay as they
        are.
      </p>
      <ServerForm
        form={upload.form}
        intent={UPLOAD}
        encType="multipart/form-data"
        reloadDocument
        labels={{ file: "File" }}
        className="mb-6"
      >
        <TextField
          field={upload.fields.file}
          label="File"
          type="file"
          accept=".yaml,.yml,.json,.txt,application/yaml,application/json,text/plain"
          hint="YAML up to 256 KB, JSON up to 2 MB."
          required
        />
        <FormEnd label="Review file" busy={upload.busy} />
      </ServerForm>
      <ServerForm form={paste.form} intent={PASTE} labels={{ text: "Text" }}>
        <details open={paste.fields.text.errors !== undefined || (paste.fields.text.initialValue ?? "") !== ""}>
          <summary className="link w-fit text-13">Paste it instead</summary>
          <div className="mt-2">
            <TextArea field={paste.fields.text} label="Text" rows={8} code required />
            <FormEnd label="Review text" busy={paste.busy} />
          </div>
        </details>
      </ServerForm>
    </section>
  );
}

export { FormBoundary as ErrorBoundary };
