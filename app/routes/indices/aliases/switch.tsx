import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { useAddress } from "~/components/ui/filter/use-address";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import type { Gate } from "~/lib/access-control/gate";
import type { ShownRequest } from "~/lib/data/shown-request";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { seenThrough } from "~/services/indices/aliases/seen.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { aliasSwitch } from "./aliases-address";
import { BeforeAndAfter } from "./before-and-after";
import { SwitchChoices } from "./switch-choices";
import { planSwitch } from "./switch.server";

const INTENT = "switch-alias";

export const handle: Handle = {
  screen: "",
  crumbs: ({ at }) => [{ label: "Aliases", to: screenPath(at, "aliases") }, { label: "Switch alias" }],
};
export const meta = titled("Switch alias");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { aliases, members, indices, plan, problem } = await planSwitch(scope, aliasSwitch.at(request).state);
  const seen = plan && (await Promise.all([seenThrough(scope, plan.before), seenThrough(scope, plan.after)]));
  return {
    at: levelRef(params["appName"]),
    gate: scope.may("indices:write"),
    choices: { aliases, members, indices: indices.slice(0, 500) },
    problem,
    plan: plan &&
      seen && {
        before: seen[0],
        after: seen[1],
        seen: plan.seen,
        kept: plan.kept,
        request: shownRequest(scope, plan.change),
      },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The alias was not switched.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const here = aliasSwitch.at(request);
      const { alias, to } = here.state;
      const { plan, problem } = await planSwitch(scope, here.state);
      if (plan === null || plan.seen !== form.get("seen")) {
        const text = `Not switched: ${problem ?? `alias ${alias} was changed in the meantime. This is how it stands now.`}`;
        return redirectWithFlash({
          request,
          to: `${screenPath(scope, "aliases/switch")}${here.search}`,
          kind: "bad",
          text,
        });
      }
      const changed = await change(scope, plan.change);
      return redirectWithFlash({
        request,
        to: screenPath(scope, "aliases", { query: { q: alias } }),
        text: `Alias ${alias} switched to ${to}.`,
        changed,
      });
    },
  });
}

export default function SwitchAliasScreen() {
  const { at, gate, choices, problem, plan } = useLoaderData<typeof loader>();
  const here = useAddress(aliasSwitch);
  const { alias, to } = here.state;
  return (
    <>
      <PageHeader title="Switch alias" description="Readers of an alias get another index, all at the same moment." />
      <AddressForm here={here} controls={["alias", "from", "to"]} className="mb-5 max-w-form">
        <SwitchChoices chosen={here.state} choices={choices} />
        <Button>Show what changes</Button>
      </AddressForm>
      {problem !== null && <Notice tone="warn">{problem}</Notice>}
      {plan && (
        <>
          <h2 className="mb-3 text-16 font-bold">What readers of {alias} see</h2>
          <BeforeAndAfter before={plan.before} after={plan.after} />
          {plan.kept && <p className="mt-2 text-13 text-muted">The alias keeps its filter, routing and write index.</p>}
          <Confirm
            key={plan.seen}
            seen={plan.seen}
            label={`Switch ${alias} to ${to}`}
            gate={gate}
            request={plan.request}
            cancelTo={screenPath(at, "aliases")}
          />
        </>
      )}
    </>
  );
}

function Confirm({
  seen,
  label,
  gate,
  request,
  cancelTo,
}: {
  seen: string;
  label: string;
  gate: Gate;
  request: ShownRequest;
  cancelTo: string;
}) {
  const { form, busy } = useServerForm({ id: "switch-alias", intent: INTENT });
  return (
    <div className="mt-4">
      <ServerForm form={form} intent={INTENT}>
        <input type="hidden" name="seen" value={seen} />
        <FormEnd label={label} busyLabel="Switching…" busy={busy} request={request} gate={gate} cancelTo={cancelTo} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };
