import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PageHeader } from "~/components/ui/page/page-header";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import { formatDuration } from "~/lib/values/dates";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { noteOwnChange } from "~/services/platform/changes/change.server";
import { endWindow, openWindow, type WritingWindow } from "~/services/platform/store/windows.server";
import { protectionOf } from "~/session/protection.server";
import { requireScope } from "~/session/scope.server";
import { personOf, redirectWithFlash } from "~/sessions.server";
import { windowConstraint, WindowSchema, type WindowShape } from "./_parts/window-form.server";
import { windowMinutes } from "./_parts/window-minutes";

const OPEN = "open-window";
const END = "end-window";

export const handle: Handle = { screen: "changes", crumbs: () => [{ label: "Writing window" }] };
export const meta = titled("Writing window", "Changes");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "changes" }, context);
  const protection = protectionOf({ url: scope.session.url, config: scope.context.config });
  return { at: levelRef(params["appName"]), protection, constraint: windowConstraint };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "changes" },
    what: "The writing window was not changed.",
    run: async ({ scope, form }) => {
      const { config } = scope.context;
      const at = { dataDir: config.dataDir, server: scope.session.url };
      const here = screenPath(scope, "changes/writing-window");
      const protection = protectionOf({ url: scope.session.url, config });
      if (protection.mode !== "protected")
        return redirectWithFlash({ request, to: here, kind: "bad", text: "This server has no writing windows." });
      const noted = { noun: "writing window", id: protection.window?.id ?? "" };
      switch (form.get("intent")) {
        case OPEN: {
          const submission = parseWithZod(form, { schema: WindowSchema });
          if (submission.status !== "success") return formReply(submission, { intent: OPEN });
          const { reason, minutes } = submission.value;
          const opened = openWindow({ ...at, person: personOf(scope.session), reason, minutes });
          noteOwnChange(scope, { ...noted, verb: "open", id: opened.id, summary: `${minutes} min: ${reason}` });
          return redirectWithFlash({ request, to: here, text: `Writing window open for ${minutes} minutes.` });
        }
        case END: {
          const ended = endWindow(at);
          if (ended) noteOwnChange(scope, { ...noted, verb: "end", summary: protection.window?.reason ?? "" });
          return redirectWithFlash({
            request,
            to: here,
            text: ended ? "Writing window ended." : "The window had ended already.",
            kind: ended ? "good" : "info",
          });
        }
        default:
          throw unknownIntent(form.get("intent"));
      }
    },
  });
}

export default function WindowScreen() {
  const { at, protection } = useLoaderData<typeof loader>();
  if (protection.mode !== "protected") {
    const readOnly = protection.mode === "read-only";
    return (
      <>
        <PageHeader title="Writing window" />
        <EmptyState
          title={readOnly ? "This server is read-only" : "This server is not protected"}
          action={<LinkButton to={screenPath(at, "changes")}>View changes</LinkButton>}
        >
          <p>
            {readOnly
              ? "This console sends no changes to it. Whoever runs the console can change that (READ_ONLY_SERVERS)."
              : "Changes are sent at once. A protected server (PROTECTED_SERVERS) takes changes only while a writing window is open."}
          </p>
        </EmptyState>
      </>
    );
  }
  return protection.window === null ? <OpenForm /> : <OpenWindow window={protection.window} />;
}

function OpenForm() {
  const { at, constraint } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<WindowShape>({
    id: "writing-window",
    intent: OPEN,
    constraint,
    defaultValue: { minutes: 30 },
  });
  return (
    <>
      <PageHeader
        title="Open a writing window"
        description="For this time everybody with the right can make changes on this server. Everybody sees the window and its reason."
      />
      <ServerForm form={form} intent={OPEN} labels={{ reason: "Reason", minutes: "Duration" }}>
        <TextField
          field={fields.reason}
          label="Reason"
          hint="Such as a ticket or what is about to be changed."
          autoComplete="off"
        />
        <SelectField
          field={fields.minutes}
          label="Duration"
          options={windowMinutes.map((minutes) => ({
            value: String(minutes),
            label: formatDuration(minutes * 60_000),
          }))}
        />
        <FormEnd label="Open writing window" busy={busy} cancelTo={screenPath(at, "changes")} />
      </ServerForm>
    </>
  );
}

function OpenWindow({ window }: { window: WritingWindow }) {
  const { form, busy } = useServerForm({ id: `end-window-${window.id}`, intent: END });
  return (
    <>
      <PageHeader title="Writing window" description="Changes are sent to this server until the window ends." />
      <DefinitionList
        items={[
          { label: "Opened by", value: window.person },
          { label: "Reason", value: window.reason },
          { label: "Opened", value: <Time value={window.opened} exact /> },
          { label: "Ends", value: <Time value={window.ends} exact /> },
        ]}
      />
      <ServerForm form={form} intent={END} className="mt-4">
        <FormEnd label="End window now" busy={busy} />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
