import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { TextArea, TextField } from "~/components/forms/field";
import { ButtonBar, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import { CodeBlock } from "~/components/ui/request/code-block";
import { pathOn } from "~/lib/data/console/named-server";
import {
  choiceOf,
  type ConsoleRequest,
  parseConsole,
  requestAt,
  requestLabel,
  targetText,
} from "~/lib/data/console/parse";
import { curlCommand } from "~/lib/data/curl";
import { queryString } from "~/navigation/paths";
import type { Blocks } from "~/services/data/console/blocked";
import { BlockedRequests } from "./blocked-requests";
import type { Names } from "./completions";
import type { blockOf, ConsoleEditor, indexOfRequest, Marks } from "./console-editor";
import { CONSOLE } from "./intents";
import type { ConsoleShape } from "./take.server";

type ConsoleFormProps = {
  text: string;
  chosen: number;
  /** The name that it was saved by. */
  name: string;
  /** What will not be sent, and of the requests of `text` why. */
  blocks: Blocks;
  blocked: readonly (string | null)[];
  username: string;
  /** The index that one is on, for the completion; undefined for none. */
  app: string | undefined;
};

const labels = { text: "Requests", request: "Request", name: "Name", curl: "curl command" };

/**
 * The text of the console and its buttons. With scripts an editor stands over it, and the request under the cursor is
 * the chosen one.
 */
export function ConsoleForm({ text, chosen, name, blocks, blocked: blockedAtFirst, username, app }: ConsoleFormProps) {
  const { form, fields, busy } = useServerForm<ConsoleShape>({
    id: "console",
    intent: CONSOLE,
    defaultValue: { text, request: "", name, curl: "" },
  });
  const [typed, setTyped] = useState(text);
  const [at, setAt] = useState(chosen);
  // Comes with the editor: the page is light without it.
  const [judge, setJudge] = useState<{ blockOf: typeof blockOf; indexOfRequest: typeof indexOfRequest }>();
  const requests = useMemo(() => parseConsole(typed), [typed]);
  const blocked = useMemo(
    () =>
      judge ? requests.map((request) => judge.blockOf(request, blocks) ?? null) : typed === text ? blockedAtFirst : [],
    [judge, requests, blocks, typed, text, blockedAtFirst],
  );
  const current = requests[Math.min(at, requests.length - 1)];
  const editor = useRef<ConsoleEditor>();
  const choose = (place: number) => {
    setAt(place);
    // The cursor goes with it, for the request under the cursor is the one that runs.
    editor.current?.goTo(requests[place]?.from ?? 1);
  };
  const names = useNames((current && judge?.indexOfRequest(current)) ?? app ?? "");
  const { id } = fields.text;
  useEffect(() => {
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement)) return;
    let gone = false;
    void import("./console-editor").then(({ mountConsoleEditor, blockOf, indexOfRequest }) => {
      if (gone) return;
      editor.current = mountConsoleEditor(area, {
        names: () => names.current,
        startAt: parseConsole(area.value)[chosen]?.from ?? 0,
        onChange: (value, line) => {
          setTyped(value);
          setAt(Math.max(0, requestAt(parseConsole(value), line)));
        },
        onRun: () => document.getElementById("console-run")?.click(),
      });
      setJudge({ blockOf, indexOfRequest });
    });
    return () => {
      gone = true;
      editor.current?.remove();
      editor.current = undefined;
    };
    // The editor is put up once; another text is another form.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
  useEffect(() => {
    editor.current?.mark(
      requests.flatMap(({ from }, place): Marks => {
        const reason = blocked[place] ?? null;
        return reason === null ? [] : [[from, reason]];
      }),
    );
  }, [judge, requests, blocked]);
  return (
    <ServerForm form={form} intent={CONSOLE} labels={labels} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button id="console-run" tone="primary" name="do" value="run" disabled={busy} title="Ctrl Enter">
          {busy ? "Running…" : "Run request"}
        </Button>
        <Button name="do" value="all" disabled={busy}>
          {requests.length > 1 ? `Run all ${requests.length}` : "Run all"}
        </Button>
        {judge === undefined && (
          <Button name="do" value="list" disabled={busy}>
            Update list
          </Button>
        )}
      </div>
      <div className="mb-4 text-13">
        <label htmlFor="console-request" className="block font-semibold">
          {labels.request}
        </label>
        <select
          id="console-request"
          name="request"
          value={current === undefined ? "" : choiceOf(current, requests.indexOf(current))}
          onChange={({ target }) =>
            choose(requests.findIndex((request, place) => choiceOf(request, place) === target.value))
          }
          className="mt-1 block min-h-[34px] w-full min-w-0 rounded border border-line-strong bg-surface px-2 font-mono text-12"
        >
          {current === undefined && (
            <option value="">{requests.length === 0 ? "No request yet" : "Choose a request"}</option>
          )}
          {requests.map((request, place) => (
            <option key={`${place} ${request.from}`} value={choiceOf(request, place)}>
              {place + 1}. {requestLabel(request)}
              {(blocked[place] ?? null) === null ? "" : " (blocked)"}
            </option>
          ))}
        </select>
        <BlockedRequests requests={requests} blocked={blocked} />
      </div>
      <TextArea
        field={fields.text}
        label={labels.text}
        code
        rows={22}
        hint={
          judge
            ? "The request under the cursor is chosen. Ctrl Enter runs it."
            : "A method and a path on a line, then the body. Update the list after a change, and choose the request to run."
        }
        autoComplete="off"
        wrap="off"
      />
      <div className="details-row flex flex-wrap gap-x-4 gap-y-2 text-13">
        {current && (
          <details>
            <summary className="link w-fit">Copy as curl</summary>
            <div className="mt-2">
              <CodeBlock
                label={`curl for ${requestLabel(current)}`}
                text={curlOf(current, { server: blocks.server, username })}
              />
            </div>
          </details>
        )}
        <details open={fields.curl.errors !== undefined}>
          <summary className="link w-fit">Import curl</summary>
          <div className="mt-2">
            <TextArea
              field={fields.curl}
              label={labels.curl}
              hint="Host, headers and sign-in are left out: the console sends its own."
              code
              rows={4}
            />
            <ButtonBar>
              <Button name="do" value="curl">
                Import
              </Button>
            </ButtonBar>
          </div>
        </details>
        <details open={fields.name.errors !== undefined}>
          <summary className="link w-fit">Save requests</summary>
          <div className="mt-2 max-w-form">
            <TextField
              field={fields.name}
              label={labels.name}
              hint="Everybody who may use this console sees saved requests. Secrets are masked."
              autoComplete="off"
            />
            <ButtonBar>
              <Button name="do" value="save">
                Save
              </Button>
            </ButtonBar>
          </div>
        </details>
      </div>
    </ServerForm>
  );
}

const NO_NAMES: Names = { indices: [], fields: [] };

/**
 * Names for the completion, asked for once scripts run and again for another index. Those of before stand until they
 * come.
 */
function useNames(index: string) {
  const { load, data } = useFetcher<Names>();
  const names = useRef<Names>(NO_NAMES);
  useEffect(() => {
    const timer = setTimeout(() => load(`/resources/console/names${queryString({ index })}`), 400);
    return () => clearTimeout(timer);
  }, [index, load]);
  if (data) names.current = data;
  return names;
}

function curlOf(request: ConsoleRequest, { server, username }: { server: string; username: string }): string {
  const { method, search, body, lines } = request;
  const named = pathOn(server, request);
  return curlCommand({
    method,
    url: "path" in named ? targetText({ server, path: named.path, search }) : targetText(request),
    username,
    headers: body === null ? [] : [["Content-Type", lines ? "application/x-ndjson" : "application/json"]],
    ...(body === null ? {} : { body }),
  });
}
