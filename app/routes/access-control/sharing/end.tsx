import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/server/form-action.server";
import { gateReason } from "~/lib/access-control/gate";
import { type Handle, titled } from "~/navigation/handle";
import { redirect } from "~/server/redirect.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { listShares, type Share, toEndShare } from "~/services/access-control/sharing/shares.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { sharingGate } from "./gate.server";
import { shareCrumbs, sharesPath } from "../_parts/share-paths";

const INTENT = "end-share";

export const handle: Handle = { screen: "credentials", crumbs: shareCrumbs("End share") };
export const meta = titled("End share");

/** The share that the address names; leads to the list where it is gone, or the server has none. */
async function requireShare(scope: Scope, request: Request): Promise<{ index: string; share: Share }> {
  const index = scope.app ?? "";
  const user = new URL(request.url).searchParams.get("user");
  const share = (await listShares(scope, index))?.find((one) => one.user === user);
  if (share === undefined) throw redirect(sharesPath(index));
  return { index, share };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "credentials" }, context);
  const { index, share } = await requireShare(scope, request);
  return {
    index,
    email: share.email,
    request: shownRequest(scope, toEndShare({ index, share })),
    gate: sharingGate(scope),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: { screen: "credentials" },
    what: "The share was not ended.",
    run: async ({ scope, form }) => {
      const { index, share } = await requireShare(scope, args.request);
      const gate = sharingGate(scope);
      if (!gate.ok)
        return formReply(parseConfirmation(form), { intent: INTENT, formErrors: [gateReason(gate)], status: 403 });
      const changed = await change(scope, toEndShare({ index, share }));
      return redirectWithFlash({
        request: args.request,
        to: sharesPath(index),
        text: `Index ${index} is no longer shared with ${share.email}.`,
        changed,
      });
    },
  });
}

export default function EndShareScreen() {
  const { index, email, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Stop sharing with ${email}?`}
      consequencesTitle="What ends"
      consequences={<p>This account can no longer open {index}. Nothing in the index changes.</p>}
      intent={INTENT}
      submitLabel="End share"
      cancelTo={sharesPath(index)}
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };
