import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import "~/components/kit";
import { PlainPage } from "~/components/shell/plain-page";
import { contextOf } from "~/context.server";

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
      <p className="mt-2 text-muted">{contact === null ? "Tell whoever runs this console for you." : `Write to ${contact}.`} These help to find it:</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
        <li>the address of the page and what you did there,</li>
        <li>the time, to the minute; the log of the console names the request then,</li>
        <li>the request id, where the page showed one. No password, please.</li>
      </ul>
      {docs !== null && (
        <p className="mt-4 text-muted">
          The{" "}
          <a href={docs} className="link" rel="noreferrer">
            documentation
          </a>{" "}
          may help as well.
        </p>
      )}
    </PlainPage>
  );
}
