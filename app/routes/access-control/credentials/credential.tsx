import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { unknownIntent } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { GatedLink } from "~/components/ui/message/gated";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { Notice } from "~/components/ui/message/notice";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { CopyButton } from "~/components/ui/request/copy-button";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import { timeInWords } from "~/lib/access-control/time-to-live";
import { countOf } from "~/lib/values/numbers";
import { levelRef, screenPath } from "~/navigation/paths";
import { takeFresh } from "~/services/access-control/credentials/fresh.server";
import { requireCredential } from "~/services/access-control/credentials/read.server";
import { tryCredential } from "~/services/access-control/credentials/try.server";
import { readUsage } from "~/services/access-control/credentials/usage.server";
import { requireScope } from "~/session/scope.server";
import { viewGate } from "~/session/view-as.server";
import { tryAddress } from "./_parts/addresses";
import { exampleCall } from "./_parts/example-call";
import { ExpiryBadge } from "./_parts/expiry-badge";
import { INTENTS } from "./_parts/intents";
import { expiryOf } from "./_parts/list.server";
import { PasswordCard } from "./_parts/password-card";
import { RightsCard } from "./_parts/rights-card";
import { rightsInWords } from "./_parts/rights-in-words";
import { isTold, secretOf, showPassword } from "./_parts/secret.server";
import { exampleIndex, snippetsOf } from "./_parts/snippets.server";
import { credentials } from "./_parts/thing";
import { TryCard } from "./_parts/try-card";
import { fittingReferer, tryPath } from "./_parts/try-path";
import { accessName } from "./_parts/words";

/** Where nothing is known that it may call. */
const ANY_CALL = { method: "GET", path: "/" } as const;

export const handle = credentials.one();
export const meta = credentials.meta(({ name }) => name);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, credentials, context);
  const name = credentials.idIn(request);
  const { path, method, referer, address, fresh } = tryAddress.at(request).state;
  const [credential, usage] = await Promise.all([requireCredential(scope, name), readUsage(scope)]);
  const { description, owner, role, ops, ttl, createdAt, previousUntil } = credential;
  const isFresh = fresh && takeFresh(scope, name);
  const [secret, snippets, index] = await Promise.all([
    isFresh ? secretOf(scope, credential) : null,
    snippetsOf(scope, credential),
    exampleIndex(scope, credential),
  ]);
  return {
    ...{ name, description, owner, role, createdAt, previousUntil, told: isTold(credential) },
    fresh: secret,
    access: accessName(ops),
    lasts: timeInWords(ttl),
    expiry: expiryOf(credential),
    words: rightsInWords(credential, scope.identity.product),
    snippets,
    use: usage.ok ? usage.of(name) : null,
    usageMissing: usage.ok ? null : usage.why,
    tried: path === "" ? null : await tryCredential(scope, name, { method, path, referer, address }),
    // What is tried at first is what the credential may call.
    example: exampleCall(credential, index),
    referer: fittingReferer(credential.referers),
    gate: scope.may("credentials:write"),
    showGate: viewGate(scope.session),
    at: levelRef(params["appName"]),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: credentials,
    what: "The password is not shown.",
    run: ({ scope, form }) => {
      if (form.get("intent") !== INTENTS.show) throw unknownIntent(form.get("intent"));
      return showPassword(scope, credentials.idIn(args.request));
    },
  });
}

export default function CredentialScreen() {
  const { name, description, owner, role, access, lasts, expiry, words, snippets, use, ...more } =
    useLoaderData<typeof loader>();
  const { usageMissing, tried, example, referer, gate, showGate, at, createdAt, previousUntil, fresh, told } = more;
  const toTry = tryPath(at, { name, example, referer });
  const toLog = screenPath(at, "request-logs", { query: { user: name } });
  return (
    <>
      <PageHeader
        title={<Name>{description || name}</Name>}
        description={
          <>
            <Name as="code">{name}</Name> <CopyButton text={name} label="Copy user name" />
          </>
        }
        actions={
          <>
            <MoreMenu
              entries={[
                { gate, to: credentials.path(at, { id: name, page: "rotate" }), label: "Rotate password…" },
                { gate, to: credentials.path(at, { id: name, page: "delete" }), label: "Delete…", danger: true },
              ]}
            />
            {toTry !== null && <LinkButton to={toTry}>Try it</LinkButton>}
            <GatedLink gate={gate} to={credentials.path(at, { id: name, page: "edit" })} label="Edit" tone="primary" />
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
                  value: (
                    <StatusBadge tone={expiry.state === "expired" ? "bad" : "good"}>
                      {expiry.state === "expired" ? "expired" : "active"}
                    </StatusBadge>
                  ),
                },
                { label: "Access", value: access },
                { label: "Owner", value: owner || null },
                { label: "Role", value: role || null },
                { label: "Created", value: createdAt && <Time value={createdAt} exact /> },
                { label: "Expires", value: expiry.state === "never" ? "Never" : <ExpiryBadge expiry={expiry} /> },
                { label: "Lifetime", value: expiry.state === "never" ? null : `${lasts} from creation` },
                {
                  label: "Last use",
                  value: use && (use.last === null ? "Not in the last 30 days" : <Time value={use.last} exact />),
                },
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
        <TryCard tried={tried} example={example ?? ANY_CALL} referer={referer} />
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
