import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { CodeBlock } from "~/components/ui/request/code-block";
import { contextOf } from "~/server/context.server";

export const meta: MetaFunction = () => [{ title: "Install your own" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { config } = contextOf(context);
  return { site: config.siteName, docs: config.docsUrl };
}

export default function InstallScreen() {
  const { site, docs } = useLoaderData<typeof loader>();
  return (
    <PlainPage
      wide
      below={
        <Link to="/login" className="link">
          Back to sign in
        </Link>
      }
    >
      <h1 className="text-20 font-bold">Install your own</h1>
      <p className="mt-2 max-w-text text-muted">
        {site} includes a search server. It keeps its data in one folder and needs only Node 20.19 or later.
      </p>
      <h2 className="mt-5 text-14 font-bold">With the included server</h2>
      <p className="mb-2 mt-1 text-muted">
        Run this in a clone of the project. The first start prints the password of the first admin.
      </p>
      <CodeBlock label="Start" text="npm start" />
      <h2 className="mt-5 text-14 font-bold">With your ReactiveSearch server</h2>
      <p className="mb-2 mt-1 text-muted">Set its address. Users of that server sign in here.</p>
      <CodeBlock label="Start with your server" text="SEARCH_URL=https://search.example.com npm start" />
      <h2 className="mt-5 text-14 font-bold">With an Elasticsearch or OpenSearch cluster</h2>
      <p className="mb-2 mt-1 text-muted">The included gateway then runs on your cluster instead of its own engine.</p>
      <CodeBlock
        label="Start with a cluster"
        text="ENGINE_URL=https://name:password@cluster.example.com:9200 npm start"
      />
      {docs !== null && (
        <p className="mt-5 text-muted">
          More in the{" "}
          <a href={docs} className="link" rel="noreferrer">
            documentation
          </a>
          .
        </p>
      )}
    </PlainPage>
  );
}
