import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { CopyButton } from "~/components/ui/request/copy-button";
import type { Handle } from "~/navigation/handle";
import { redirect } from "~/server/redirect.server";
import { dropKept, readKept } from "~/services/account/second-factor/kept.server";
import { requireScope } from "~/session/scope.server";
import { factorCrumbs, factorPath } from "./paths";

export const handle: Handle = { crumbs: factorCrumbs("Recovery codes") };
export const meta: MetaFunction = () => [{ title: "Recovery codes" }];

/** Shown this once: the page takes them away from the browser as it comes. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { session } = await requireScope(request, params, null, context);
  const { codes } = readKept({ request, context, session });
  if (codes === undefined) throw redirect(factorPath());
  const { host } = new URL(session.url);
  const text = `Recovery codes of ${session.username} at ${host}\nEach works once.\n\n${codes.join("\n")}\n`;
  return data(
    { codes, text, name: `recovery-codes-${host.replace(/[^\w.-]/g, "-")}.txt` },
    { headers: { "Set-Cookie": dropKept(request), "Cache-Control": "no-store" } },
  );
}

export default function CodesScreen() {
  const { codes, text, name } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-form">
      <PageHeader
        title="Recovery codes"
        description="Each signs you in once in the place of a code, when you have not got your phone."
      />
      <Notice tone="warn">
        They are shown this once. Print this page or download them, and keep them apart from your password.
      </Notice>
      <ul className="my-4 grid max-w-[26rem] grid-cols-1 gap-x-6 gap-y-1 rounded border border-line bg-sunken p-3.5 font-mono text-14 min-[420px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={name} className="link">
          Download as text
        </a>
        <CopyButton text={text} label="Copy all" />
      </div>
      <div className="mt-5">
        <LinkButton to={factorPath()} tone="primary">
          I have kept them
        </LinkButton>
      </div>
    </div>
  );
}
