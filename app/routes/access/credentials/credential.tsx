import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DefinitionList, FormBoundary } from "~/components/detail-kit";
import { unknownIntent } from "~/components/forms/reply.server";
import { GatedLink, Notice, PageHeader, PlainLink, StatusBadge, Time } from "~/components/kit";
import { CopyButton } from "~/components/ui/request/copy-button";
import { answerForm } from "~/form-action.server";
import { timeInWords } from "~/lib/access/time-to-live";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { takeFresh } from "~/services/credentials/fresh.server";
import { requireCredential } from "~/services/credentials/read.server";
import { tryCredential } from "~/services/credentials/try.server";
import { readUsage } from "~/services/credentials/usage.server";
import { requireScope } from "~/session/scope.server";
import { viewGate } from "~/session/view-as.server";
import { expiryOf } from "./_parts/list.server";
import { PasswordCard, RightsCard, TryCard } from "./_parts/detail-screen";
import { rightsInWords } from "./_parts/rights-in-words";
import { accessName, credentialCrumbs, credentialNameOf, credentialPath, credentialTitle, ExpiryBadge, INTENTS, tryAddress } from "./_parts/screen";
import { isTold, secretOf, showPassword } from "./_parts/secret.server";
import { snippetsOf } from "./_parts/snippets.server";

export const handle: Handle = { screen: "credentials", crumbs: credentialCrumbs() };
export const meta: MetaFunction = ({ params, location }) => [{ title: credentialTitle(params, credentialNameOf(location.pathname)) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("credentials"), context);
  const name = credentialNameOf(new URL(request.url).pathname);
  const { path, method, referer, address, fresh } = tryAddress.at(request).state;
  const [credential, usage] = await Promise.all([requireCredential(scope, name), readUsage(scope)]);
  const { description, owner, role, ops, ttl, createdAt, previousUntil, indices } = credential;
  return {
    ...{ name, description, owner, role, createdAt, previousUntil, told: isTold(credential) },
    fresh: fresh && takeFresh(scope, name) ? secretOf(scope, credential) : null,
    access: accessName(ops),
    lasts: timeInWords(ttl),
    expiry: expiryOf(credential),
    words: rightsInWords(credential, scope.identity.product),
    snippets: snippetsOf(scope, credential),
    use: usage.ok ? usage.of(name) : null,
    usageMissing: usage.ok ? null : usage.why,
    tried: path === "" ? null : await tryCredential(scope, name, { method, path, referer, address }),
    example: `/${scope.app ?? indices.find((one) => !one.includes("*")) ?? "my-index"}/_search`,
    gate: scope.may("credentials:write"),
    showGate: viewGate(scope.session),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: permissionsOf("credentials"),
    what: "The password is not shown.",
    run: ({ scope, form }) => {
      if (form.get("intent") !== INTENTS.show) throw unknownIntent(form.get("intent"));
      return showPassword(scope, credentialNameOf(new URL(args.request.url).pathname));
    },
  });
}

export default function CredentialScreen() {
  const { name, description, owner, role, access, lasts, expiry, words, snippets, use, ...more } = useLoaderData<typeof loader>();
  const { usageMissing, tried, example, gate, showGate, at, createdAt, previousUntil, fresh, told } = more;
  const toLog = screenPath(at, "request-logs", { query: { user: name } });
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{description || name}</span>}
        description={
          <>
            <code className="[overflow-wrap:anywhere]">{name}</code> <CopyButton text={name} label="Copy user name" />
          </>
        }
        actions={
          <>
            <GatedLink gate={gate} to={credentialPath(at, name, "rotate")} label="Rotate password…" />
            <GatedLink gate={gate} to={credentialPath(at, name, "delete")} label="Delete…" tone="danger-outline" />
            <GatedLink gate={gate} to={credentialPath(at, name, "edit")} label="Edit" tone="primary" />
          </>
        }
      />
      {previousUntil !== null && (
        <Notice tone="info">
          The password before this one works until <Time value={previousUntil} exact />.
        </Notice>
      )}
      <div className="grid gap-5 large:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <PasswordCard name={name} told={told} fresh={fresh} snippets={snippets} gate={showGate} />
          <div className="mb-5">
            <DefinitionList
              items={[
                {
                  label: "State",
                  value: <StatusBadge tone={expiry.state === "expired" ? "bad" : "good"}>{expiry.state === "expired" ? "expired" : "active"}</StatusBadge>,
                },
                { label: "Access", value: access },
                { label: "Owner", value: owner || null },
                { label: "Role", value: role || null },
                { label: "Created", value: createdAt && <Time value={createdAt} exact /> },
                { label: "Expires", value: expiry.state === "never" ? "Never" : <ExpiryBadge expiry={expiry} /> },
                { label: "Lifetime", value: expiry.state === "never" ? null : `${lasts} from creation` },
                { label: "Last use", value: use && (use.last === null ? "Not in the last 30 days" : <Time value={use.last} exact />) },
                {
                  label: "Calls",
                  value: use && (
                    <PlainLink to={toLog} className="link">
                      {countOf(use.calls, "call")} in the last 7 days
                    </PlainLink>
                  ),
                },
              ]}
            />
            {usageMissing !== null && <p className="mt-2 text-13 text-muted">{usageMissing}</p>}
          </div>
          <RightsCard words={words} />
        </div>
        <TryCard tried={tried} example={example} />
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
