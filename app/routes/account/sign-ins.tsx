import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { type FormReply, unknownIntent } from "~/components/forms/reply.server";
import { Button } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PageForm } from "~/components/ui/page/page-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { Time } from "~/components/ui/time";
import { contextOf } from "~/server/context.server";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { endSignIns, signInId } from "~/services/platform/store/session-registry.server";
import { ownerOf, redirectWithFlash, requireSession } from "~/sessions.server";
import { type ShownSignIn, signInsOf } from "./sign-ins.server";

const END_ONE = "end-sign-in";
const END_OTHERS = "end-others";

export const handle: Handle = { crumbs: () => [{ label: "Sign-ins" }] };
export const meta: MetaFunction = () => [{ title: "Sign-ins" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await requireSession({ request, context });
  const { config } = contextOf(context);
  const { viewAs = null } = session;
  return {
    viewAs,
    signIns: viewAs === null ? signInsOf({ session, context }) : [],
    days: config.sessionMs / 86_400_000,
    idleHours: config.sessionIdleMs / 3_600_000,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: null,
    what: "The sign-ins were not changed.",
    run: async ({ scope: { session, context }, form }) => {
      const whose = { config: context.config, owner: ownerOf(session) };
      const said = (ended: number) =>
        redirectWithFlash({
          request,
          to: "/account/sign-ins",
          text: ended === 0 ? "There was nothing to end." : `Ended ${countOf(ended, "sign-in")}.`,
        });
      switch (form.get("intent")) {
        case END_ONE:
          return said(endSignIns({ ...whose, ids: form.getAll("id").map(String) }));
        case END_OTHERS:
          return said(endSignIns({ ...whose, except: signInId(session.id) }));
        default:
          throw unknownIntent(form.get("intent"));
      }
    },
  });
}

const columns: Column<ShownSignIn>[] = [
  {
    key: "browser",
    label: "Browser",
    render: ({ browser, own }) => (
      <>
        {browser} {own && <StatusBadge tone="good">This browser</StatusBadge>}
      </>
    ),
  },
  { key: "address", label: "Address", render: ({ address }) => address || null },
  { key: "started", label: "Signed in", render: ({ started }) => (started > 0 ? <Time value={started} /> : null) },
  { key: "seen", label: "Last used", render: ({ seen }) => (seen > 0 ? <Time value={seen} /> : null) },
  {
    key: "end",
    label: "Actions",
    hideLabel: true,
    render: ({ id, browser, own }) =>
      own ? null : (
        <PageForm method="post">
          <input type="hidden" name="id" value={id} />
          <Button name="intent" value={END_ONE} aria-label={`End the sign-in of ${browser}`}>
            End
          </Button>
        </PageForm>
      ),
  },
];

export default function SignInsScreen() {
  const { viewAs, signIns, days, idleHours } = useLoaderData<typeof loader>();
  const problem = useActionData<FormReply>()?.result.error?.[""]?.join(" ");
  return (
    <>
      <PageHeader
        title="Sign-ins"
        description={`Where you are signed in to this console. A sign-in ends after ${countOf(days, "day")}, or after ${idleHours % 24 === 0 ? countOf(idleHours / 24, "day") : countOf(idleHours, "hour")} without a page.`}
        actions={
          signIns.length > 1 && (
            <PageForm method="post">
              <Button name="intent" value={END_OTHERS}>
                End all others
              </Button>
            </PageForm>
          )
        }
      />
      {problem !== undefined && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <DataTable
        caption="Sign-ins"
        columns={columns}
        rows={signIns}
        rowKey={({ id }) => id}
        empty={
          viewAs === null ? undefined : (
            <EmptyState title={`You view the console as ${viewAs}`}>
              Sign-ins belong to a person and are left out.
            </EmptyState>
          )
        }
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };
