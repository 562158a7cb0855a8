import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { contextOf } from "~/server/context.server";

export const meta: MetaFunction = () => [{ title: "Report a problem" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { config } = contextOf(context);
  return { contact: config.supportContact, docs: config.docsUrl };
}

/** Where "Report this problem" leads when the console has no support contact, and what a report needs. */
export default function SupportScreen() {
  const { contact, docs } = useLoaderData<typeof loader>();
  return (
    <PlainPage
      below={
        <Link to="/" className="link">
          Back to Dashboard
        </Link>
      }
    >
      <h1 className="text-20 font-bold">Report a problem</h1>
      <p className="mt-2 text-muted">
        {contact === null
          ? "This console is run by your own organization: ask whoever set it up."
          : `Write to ${contact}.`}{" "}
        Include:
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
        <li>the address of the page and what you did there</li>
        <li>the time, to the minute</li>
        <li>the request ID, if the page showed one</li>
      </ul>
      <p className="mt-2 text-muted">Never send a password.</p>
      <h2 className="mt-5 text-14 font-bold">If you run it</h2>
      <p className="mt-1 text-muted">
        The console writes one line per request to its standard output, with the request ID.
        {contact === null && " Set SUPPORT_CONTACT to show here whom to write to."}
      </p>
      {docs !== null && (
        <p className="mt-4 text-muted">
          The{" "}
          <a href={docs} className="link" rel="noreferrer">
            documentation
          </a>{" "}
          may help too.
        </p>
      )}
    </PlainPage>
  );
}
