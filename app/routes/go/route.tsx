import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { Remarks } from "~/components/ui/message/remarks";
import { Name } from "~/components/ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import { PageHeader } from "~/components/ui/page/page-header";
import type { Handle } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";
import { goAddress } from "./go-address";
import { findEntries } from "./palette.server";
import { paramsOf } from "./params.server";

export const handle: Handle = { crumbs: () => [{ label: "Go to" }] };
export const meta: MetaFunction = () => [{ title: "Go to" }];

/** The palette as a page: the same answers as in the dialog, by a form. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const here = goAddress.at(request);
  const { q, app } = here.state;
  const scope = await requireScope(request, paramsOf(app), null, context);
  return { ...(await findEntries(scope, { typed: q })), app, remarks: here.remarks };
}

export default function GoScreen() {
  const { typed, groups, missing, app, remarks } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Go to" />
      <PageForm className="mb-5 flex max-w-form gap-2">
        {app !== "" && <input type="hidden" name="app" value={app} />}
        {/* eslint-disable jsx-a11y/no-autofocus -- the page is for nothing but this field */}
        <input
          type="search"
          name="q"
          defaultValue={typed}
          key={typed}
          autoFocus
          aria-label="Screen, index, document ID or job"
          placeholder="Screen, index, document ID or job"
          spellCheck={false}
          autoCapitalize="none"
          className="h-9 min-w-0 flex-1 rounded border border-line-strong bg-surface px-3"
        />
        {/* eslint-enable jsx-a11y/no-autofocus */}
        <Button>Find</Button>
      </PageForm>
      <Remarks of={remarks} />
      {missing.map((label) => (
        <Notice key={label} tone="warn">
          {label} could not be searched. The search server may be busy.
        </Notice>
      ))}
      {groups.length === 0 && (
        <EmptyState title={`Nothing found for “${typed}”`}>
          <p>Enter a full document ID: {app === "" ? "" : `of ${app}, or `}as index/ID.</p>
        </EmptyState>
      )}
      {groups.map(({ id, label, entries }) => (
        <section key={id} aria-labelledby={`go-${id}`} className="mb-5 max-w-form">
          <h2 id={`go-${id}`} className="mb-1 text-13 font-semibold text-muted">
            {label}
          </h2>
          <ul className="rounded border border-line">
            {entries.map(({ title, note, to }) => (
              <li
                key={to}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-3 py-1.5 last:border-b-0"
              >
                <Name to={to} className="min-w-0 font-medium">
                  {title}
                </Name>
                <Name className="text-13 text-muted">{note}</Name>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
