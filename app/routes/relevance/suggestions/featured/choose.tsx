import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState, FilterBar, FilterInput, useAddress } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { redirect } from "~/redirect.server";
import { whereOffered } from "~/services/http/not-offered.server";
import { getFeatured } from "~/services/suggestions/featured.server";
import { requireScope } from "~/session/scope.server";
import { boxAddress } from "../_parts/addresses";
import { featuredPath, SuggestionTabs } from "../_parts/screen";

export const handle: Handle = { screen: "suggestions", crumbs: () => [{ label: "Featured" }] };
export const meta: MetaFunction = () => [{ title: "Featured suggestions · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("suggestions"), context);
  const { box } = boxAddress.at(request).state;
  if (box !== "") throw redirect(featuredPath(box));
  return { offered: (await whereOffered(getFeatured(scope, "default"))) !== null };
}

export default function FeaturedScreen() {
  const { offered } = useLoaderData<typeof loader>();
  const here = useAddress(boxAddress);
  if (!offered) {
    return (
      <>
        <SuggestionTabs featured={false} />
        <EmptyState title="This server has no featured suggestions" />
      </>
    );
  }
  return (
    <>
      <SuggestionTabs featured />
      <FilterBar here={here} controls={["box"]} submitLabel="Open">
        <FilterInput name="box" label="Search box ID" defaultValue="" wide />
      </FilterBar>
      <p className="text-13 text-muted">A search box sends its ID as searchboxId. Each has sections of its own.</p>
    </>
  );
}
