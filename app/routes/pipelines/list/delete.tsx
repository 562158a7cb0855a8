import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { pipelinePages } from "../_parts/pipeline.server";
import { pipelines } from "../_parts/thing";

export const handle = pipelines.one("Delete");
export const meta = pipelines.meta(({ name }) => `Delete ${name}`);

export async function loader(args: LoaderFunctionArgs) {
  return pipelinePages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return pipelinePages.takeDelete(args, { listOf: (scope) => pipelines.path(scope) });
}

export default function DeletePipelineScreen() {
  const { page } = useLoaderData<typeof loader>();
  return (
    <DeletePage
      page={page}
      description="The server's own routes answer again where it did. All versions are deleted; Changes keeps this one."
    />
  );
}

export { FormBoundary as ErrorBoundary };
