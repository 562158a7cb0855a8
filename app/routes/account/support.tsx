import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PlainPage } from "~/components/shell/plain-page";
import { CodeBlock } from "~/components/ui/request/code-block";
import { contextOf } from "~/server/context.server";

export const meta: MetaFunction = () => [{ title: "Report a problem" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { config } = contextOf(context);
  const referer = request.headers.get("Referer") ?? "";
  // The page that led here; never its parameters, which may hold what was searched for.
  const from = URL.canParse(referer) ? `${new URL(referer).origin}${new URL(referer).pathname}` : null;
  const time = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return { contact: config.supportContact, docs: config.docsUrl, from, time };
}

/** Where "Report this problem" leads when the console has no support contact, and what a report needs. */
export default function SupportScreen() {
  const { contact, docs, from, time } = useLoaderData<typeof loader>();
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
      <h2 className="mt-5 text-14 font-bold">To copy into your message</h2>
      <div className="mt-1">
        <CodeBlock
          label="Facts for the report"
          text={[`Page: ${from ?? "(its address)"}`, `Time: ${time}`, "Request ID: (as on the page)"].join("\n")}
        />
      </div>
      <details className="mt-5">
        <summary className="link w-fit">Server setup</summary>
        <p className="mt-1 text-muted">
          The console writes one line per request to its standard output, with the request ID.
          {contact === null && " SUPPORT_CONTACT shows here whom to write to."}
        </p>
      </details>
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
