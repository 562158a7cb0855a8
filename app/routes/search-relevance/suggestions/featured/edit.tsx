import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isJsonObject } from "@common/text/json";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { LinkButton } from "~/components/ui/button";
import { parseJsonText } from "~/lib/json/text.server";
import { titled } from "~/navigation/handle";
import { clusterLevel } from "~/navigation/paths";
import { hasNoSections } from "~/services/search-relevance/suggestions/featured.server";
import type { Scope } from "~/session/scope.server";
import { BoxLinks } from "../_parts/box-links";
import { FeaturedFinder } from "../_parts/featured-finder";
import { loadFinder } from "../_parts/featured-finder.server";
import { sectionsOf } from "../_parts/featured-group";
import { FeaturedSections } from "../_parts/featured-sections";
import { featuredPages } from "../_parts/featured.server";
import { knownBoxes } from "../_parts/known-boxes.server";
import { featuredSuggestions } from "../_parts/thing";

export const handle = featuredSuggestions.one(undefined, { takes: "files" });
export const meta = titled(({ location }) => `Featured suggestions of ${featuredSuggestions.idIn(location.pathname)}`);

export async function loader(args: LoaderFunctionArgs) {
  const { ref, editor, finder, boxes } = await featuredPages.loadEdit(args, ({ scope, request }) =>
    together(scope, request),
  );
  const parsed = parseJsonText(editor.text ?? "");
  const sections = parsed.ok && isJsonObject(parsed.value) ? sectionsOf(parsed.value) : null;
  return { ref, editor, finder, boxes, sections, isNone: hasNoSections(editor.text ?? "") };
}

/** What the page shows besides: documents and search boxes to choose from. */
async function together(scope: Scope, request: Request) {
  const [finder, boxes] = await Promise.all([loadFinder(scope, request), knownBoxes(scope)]);
  return { finder, boxes: boxes.map(({ id }) => id) };
}

export async function action(args: ActionFunctionArgs) {
  return featuredPages.takeEdit(args);
}

export default function EditFeaturedScreen() {
  const { ref, editor, finder, boxes, sections, isNone } = useLoaderData<typeof loader>();
  return (
    <>
      <EditPage
        title={`Featured suggestions of ${ref.id}`}
        editor={{ ...editor, cancelTo: featuredSuggestions.path(clusterLevel) }}
        // Another draft is another form.
        key={editor.text}
        formId={`featured-${ref.id}`}
        fold="Advanced: JSON, with icons, actions and descriptions"
        rawHref={featuredSuggestions.path(clusterLevel, { id: ref.id })}
      >
        <BoxLinks boxes={boxes} current={ref.id} />
        <FeaturedFinder {...finder} />
        {sections && <FeaturedSections sections={sections} />}
      </EditPage>
      {!isNone && (
        <p className="mt-4">
          <LinkButton tone="danger-outline" to={featuredSuggestions.path(clusterLevel, { id: ref.id, page: "delete" })}>
            Delete
          </LinkButton>
        </p>
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };
