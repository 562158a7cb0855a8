import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { Notice, PageHeader } from "~/components/kit";
import { loadEditor } from "~/editor/edit.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { holds } from "~/lib/access/product";
import { permissionsOf } from "~/navigation/sections";
import { getCredential } from "~/services/credentials/read.server";
import { readContent } from "~/services/credentials/write.server";
import { requireScope } from "~/session/scope.server";
import { checksOf } from "./_form/checks.server";
import { credentialRef, credentials } from "./_parts/credential.server";
import { credentialConstraint, fieldsOf } from "./_form/credential-form.server";
import { CredentialForm } from "./_form/screen";
import { categoryRows } from "./_parts/categories";
import { RightsCard } from "./_parts/rights-card";
import { wordsOf } from "./_parts/rights-in-words";
import { credentialCrumbs, credentialNameOf, credentialTitle } from "./_parts/screen";
import { takeCredential } from "./_form/take.server";

export const handle: Handle = { screen: "credentials", crumbs: credentialCrumbs("Edit") };
export const meta: MetaFunction = ({ params, location }) => [{ title: credentialTitle(params, `Edit ${credentialNameOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("credentials"), context);
  const ref = credentialRef(request);
  const [{ text, version, lost, cancelTo }, owner] = await Promise.all([
    loadEditor({ request, scope, editable: credentials, ref }),
    getCredential(scope, ref.name).then((found) => found?.owner ?? ""),
  ]);
  const content = readContent(text ?? "");
  return {
    ...{ name: ref.name, description: content.description, owner, lost },
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
    right: permissionsOf("credentials"),
    what: "Nothing is saved yet.",
    run: ({ scope, form }) => takeCredential({ request, scope, form }),
  });
}

export default function EditCredentialScreen() {
  const { name, description, owner, lost, words, form } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">Edit {description || name}</span>}
        description={
          <>
            <code className="[overflow-wrap:anywhere]">{name}</code>
            {owner !== "" && <> · owner {owner}</>}
          </>
        }
      />
      {lost && <Notice tone="warn">Your earlier changes are no longer kept; this is the credential as it is stored.</Notice>}
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
