import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { LinkButton } from "~/components/ui/button";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { loadEditor } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { holds } from "~/lib/access-control/product";
import { getCredential } from "~/services/access-control/credentials/read.server";
import { readContent } from "~/services/access-control/credentials/write.server";
import { requireScope } from "~/session/scope.server";
import { checksOf } from "./_form/checks.server";
import { CredentialForm } from "./_form/credential-form";
import { credentialConstraint, fieldsOf } from "./_form/credential-form.server";
import { takeCredential } from "./_form/take.server";
import { categoryRows } from "./_parts/categories";
import { exampleCall } from "./_parts/example-call";
import { exampleIndex } from "./_parts/snippets.server";
import { fittingReferer, tryPath } from "./_parts/try-path";
import { credentialRef, credentialRights } from "./_parts/credential.server";
import { RightsCard } from "./_parts/rights-card";
import { wordsOf } from "./_parts/rights-in-words";
import { credentials } from "./_parts/thing";

export const handle = credentials.one("Edit");
export const meta = credentials.meta(({ name }) => `Edit ${name}`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, credentials, context);
  const ref = credentialRef(request);
  const [{ text, version, lost, cancelTo }, stored] = await Promise.all([
    loadEditor({ request, scope, editable: credentialRights, ref }),
    getCredential(scope, ref.name),
  ]);
  const content = readContent(text ?? "");
  return {
    ...{ name: ref.name, description: content.description, owner: stored?.owner ?? "", lost },
    // By what is stored: what is typed here is in force once it is saved.
    toTry: stored
      ? tryPath(scope, {
          name: ref.name,
          example: exampleCall(stored, await exampleIndex(scope, stored)),
          referer: fittingReferer(stored.referers),
        })
      : null,
    words: wordsOf(content, scope.identity.product),
    form: {
      ...{ values: fieldsOf(content), version, constraint: credentialConstraint, cancelTo },
      checks: await checksOf(scope, { ...content, page: "" }),
      categories: categoryRows,
      closesFields: holds(scope.identity.product, "closed-fields"),
      gate: scope.may("credentials:write"),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: credentials,
    what: "Nothing is saved yet.",
    run: ({ scope, form }) => takeCredential({ request, scope, form }),
  });
}

export default function EditCredentialScreen() {
  const { name, description, owner, lost, toTry, words, form } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={<Name>Edit {description || name}</Name>}
        description={
          <>
            <Name as="code">{name}</Name>
            {owner !== "" && <> · owner {owner}</>}
          </>
        }
        actions={toTry !== null && <LinkButton to={toTry}>Try as saved</LinkButton>}
      />
      {lost && (
        <Notice tone="warn">Your earlier changes are no longer kept; this is the credential as it is stored.</Notice>
      )}
      <div className="grid gap-5 large:grid-cols-[minmax(0,1fr)_20rem]">
        {/* Another draft is another form. */}
        <CredentialForm key={JSON.stringify(form.values)} id={`credential-${name}`} {...form} />
        <div className="min-w-0">
          <RightsCard words={words} />
        </div>
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };
