import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { Time } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { toRevokeLink } from "~/services/shared-links/make.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { linkView, requireLink } from "./link-view.server";
import { linkPath, SHARED } from "./paths";

const INTENT = "revoke-link";

export const handle: Handle = { screen: SHARED, crumbs: () => [{ label: "Revoke" }] };
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
      return redirectWithFlash({ request, to: linkPath(scope, link.id), text: "Link revoked.", changed });
    },
  });
}

export default function RevokeScreen() {
  const { at, link, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Revoke {link.label}?</span>}
      consequencesTitle="What ends"
      consequences={
        <p>
          The link no longer opens {link.page}, at once and for everybody. It would end <Time value={link.ends - 1} exact />. Its API credential{" "}
          {link.credential} is deleted.
        </p>
      }
      intent={INTENT}
      submitLabel="Revoke link"
      cancelTo={linkPath(at, link.id)}
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };
