import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Name } from "~/components/ui/name";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import { levelRef } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { toRevokeLink } from "~/services/analytics/shared-links/make.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { linkView, requireLink } from "./link-view.server";
import { sharedLinks } from "./thing";

const INTENT = "revoke-link";

export const handle = sharedLinks.beside("Revoke");
export const meta: MetaFunction = () => [{ title: "Revoke · Shared links" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const link = requireLink(scope, args.request);
  return {
    at: levelRef(args.params["appName"]),
    link: linkView(link),
    request: shownRequest(scope, toRevokeLink(scope, link)),
    gate: scope.may("credentials:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "analytics",
    what: "The link's API credential was not deleted.",
    run: async ({ scope }) => {
      const link = requireLink(scope, request);
      const changed = await change(scope, toRevokeLink(scope, link));
      return redirectWithFlash({
        request,
        to: sharedLinks.path(scope, { id: link.id }),
        text: "Link revoked.",
        changed,
      });
    },
  });
}

export default function RevokeScreen() {
  const { at, link, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<Name>Revoke {link.label}?</Name>}
      consequencesTitle="What ends"
      consequences={
        <p>
          The link no longer opens {link.page}, at once and for everybody. It would end{" "}
          <Time value={link.ends - 1} exact />. Its API credential {link.credential} is deleted.
        </p>
      }
      intent={INTENT}
      submitLabel="Revoke link"
      cancelTo={sharedLinks.path(at, { id: link.id })}
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };
