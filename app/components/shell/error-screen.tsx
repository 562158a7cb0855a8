import { isRouteErrorResponse, useLocation, useRouteLoaderData } from "@remix-run/react";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { LinkButton } from "~/components/ui/button";
import { PaymentNotice } from "~/components/shell/payment";
import { type Failure, messages } from "~/lib/user-messages";
import type { loader } from "~/root";

type ErrorScreenProps = {
  error: unknown;
  /** Outside of the shell: the page is made of nothing else. */
  page?: boolean;
};

/** Whatever a loader, an action or a render throws, as a page: not found, forbidden, a failed call, or something nobody expected. */
export function ErrorScreen({ error, page = false }: ErrorScreenProps) {
  const body = <ErrorBody error={error} />;
  return page ? <main className="mx-auto max-w-form p-6">{body}</main> : body;
}

function ErrorBody({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <Unexpected />;
  if (isFailure(error.data)) return <FailedCall failure={error.data} />;
  if (error.status === 404) return <NotFound />;
  const text = typeof error.data === "string" ? error.data : "";
  return error.status < 500 ? <Refused status={error.status} text={text} /> : <Unexpected text={text} />;
}

// The data comes from `BackendError`, over the wire of the same console.
function isFailure(data: unknown): data is Failure {
  return typeof data === "object" && data !== null && "kind" in data && "requestId" in data;
}

function FailedCall({ failure }: { failure: Failure }) {
  const { pathname } = useLocation();
  if (failure.kind === "payment") return <PaymentNotice />;
  const ways = failure.status === 404 && failure.kind !== "not-here" ? waysUp(pathname, failure) : [];
  return <ErrorPanel failure={failure} headingLevel="h1" ways={[...ways, { to: "/", label: "Back to Dashboard" }]} />;
}

/** Where what is missing may be found: the list it was in, when the index itself is there; else the list of indices. */
export function waysUp(pathname: string, failure: Pick<Failure, "path">) {
  const [, level, ...parts] = pathname.split("/");
  const ofIndex = failure.path.split("/").length === 2;
  if (level === "cluster" && parts.length > 1) return [{ to: `/cluster/${parts[0]}`, label: "Back to the list" }];
  if (level === "app" && parts.length > 2 && !ofIndex) return [{ to: `/app/${parts.slice(0, 2).join("/")}`, label: "Back to the list" }];
  return [{ to: "/indices", label: "All indices" }];
}

function NotFound() {
  return (
    <section>
      <h1 className="text-20 font-bold">Page not found</h1>
      <p className="mt-1 max-w-text text-muted">Nothing has this address. It may be mistyped, or the page was deleted or renamed.</p>
      <p className="mt-4">
        <LinkButton to="/" tone="primary">
          Back to Dashboard
        </LinkButton>
      </p>
    </section>
  );
}

function Refused({ status, text }: { status: number; text: string }) {
  return (
    <section>
      <h1 className="text-20 font-bold">Request refused</h1>
      <p className="mt-1 max-w-text text-muted">{text === "" ? `The request was refused (${status}).` : text}</p>
      <p className="mt-4">
        <LinkButton to="/">Back to Dashboard</LinkButton>
      </p>
    </section>
  );
}

function Unexpected({ text = "" }: { /** What is known of it. */ text?: string }) {
  const contact = useRouteLoaderData<typeof loader>("root")?.support.contact ?? null;
  return (
    <section>
      <h1 className="text-20 font-bold">{messages.general}</h1>
      <p className="mt-1 text-muted">{text === "" ? messages.reported : text}</p>
      <p className="mt-4 flex flex-wrap gap-2">
        <LinkButton to="/" tone="primary" reloadDocument>
          Back to Dashboard
        </LinkButton>
        <ReportLink contact={contact} />
      </p>
    </section>
  );
}

/** "Report this problem": mail or page of the support contact; without one, the page that says whom to ask. */
function ReportLink({ contact }: { contact: string | null }) {
  const to = contact === null ? "/support" : contact.includes("@") && !contact.includes("/") ? `mailto:${contact}` : contact;
  return (
    <LinkButton to={to} reloadDocument>
      Report this problem
    </LinkButton>
  );
}
