import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { EditPage } from "~/components/editor/edit-page";
import { LinkButton } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { hasNoSections } from "~/services/suggestions/featured.server";
import { featuredPages } from "../_parts/featured.server";
import { boxOf, featuredCrumbs, featuredPath } from "../_parts/screen";

export const handle: Handle = { takes: "files", screen: "suggestions", crumbs: featuredCrumbs() };
export const meta: MetaFunction = ({ location }) => [{ title: `Featured suggestions of ${boxOf(location.pathname)} · Cluster` }];

export async function loader(args: LoaderFunctionArgs) {
  const { ref, editor } = await featuredPages.loadEdit(args);
  return { ref, editor, isNone: hasNoSections(editor.text ?? "") };
}

export async function action(args: ActionFunctionArgs) {
  return featuredPages.takeEdit(args);
}

export default function EditFeaturedScreen() {
  const { ref, editor, isNone } = useLoaderData<typeof loader>();
  return (
    <>
      <EditPage
        title={`Featured suggestions of ${ref.id}`}
        editor={{ ...editor, cancelTo: featuredPath() }}
        formId={`featured-${ref.id}`}
        rawHref={featuredPath(ref.id)}
      />
      <p className="mt-4 max-w-form text-13 text-muted">
        Each section has an id, a label, and suggestions. A suggestion has a label, and may have value, url, icon, iconURL, action, subAction, and description.
      </p>
      {!isNone && (
        <p className="mt-4">
          <LinkButton tone="danger-outline" to={featuredPath(ref.id, "delete")}>
            Delete
          </LinkButton>
        </p>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
