import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { LinkButton } from "~/components/ui/button";
import { PaymentNotice } from "~/components/shell/payment";
import { type Failure, messages } from "~/lib/messages/user-messages";
import { currentEntry } from "~/navigation/current";
import { menuOf, type NavigationEntry, type NavigationSection } from "~/navigation/menu";
import { useShell } from "~/navigation/use-shell";
import { useSupport } from "./support";

type ErrorScreenProps = {
  error: unknown;
  /** Outside of the shell: the page is made of nothing else. */
  page?: boolean;
};

/**
 * Whatever a loader, an action or a render throws, as a page: not found, forbidden, a failed call, or something nobody
 * expected.
 */
export function ErrorScreen({ error, page = false }: ErrorScreenProps) {
  const body = <ErrorBody error={error} />;
  return page ? <main className="mx-auto max-w-form p-6">{body}</main> : body;
}

function ErrorBody({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <Unexpected />;
  if (isFailure(error.data)) return <FailedCall failure={error.data} />;
  const text = typeof error.data === "string" ? error.data : "";
  if (error.status === 404) return <NotFound text={text} />;
  return error.status < 500 ? <Refused status={error.status} text={text} /> : <Unexpected text={text} />;
}

// The data comes from `BackendError`, over the wire of the same console.
function isFailure(data: unknown): data is Failure {
  return typeof data === "object" && data !== null && "kind" in data && "requestId" in data;
}

function FailedCall({ failure }: { failure: Failure }) {
  const { pathname } = useLocation();
  const nearest = useNearest();
  if (failure.kind === "payment") return <PaymentNotice />;
  const ways = failure.status === 404 && failure.kind !== "not-here" ? waysUp(pathname, failure) : nearest;
  return <ErrorPanel failure={failure} headingLevel="h1" ways={[...ways, { to: "/", label: "Back to Dashboard" }]} />;
}

/** Where what is missing may be found: the list it was in, when the index itself is there; else the list of indices. */
export function waysUp(pathname: string, failure: Pick<Failure, "path">) {
  const [, level, ...parts] = pathname.split("/");
  const ofIndex = failure.path.split("/").length === 2;
  // A run of a thing that is gone: its other runs.
  if (level === "cluster" && parts.length === 4 && parts[2] === "logs" && failure.path.includes("/log/"))
    return [{ to: `/cluster/${parts.slice(0, 3).join("/")}`, label: "Back to the list" }];
  if (level === "cluster" && parts.length > 1) return [{ to: `/cluster/${parts[0]}`, label: "Back to the list" }];
  if (level === "app" && parts.length > 2 && !ofIndex)
    return [{ to: `/app/${parts.slice(0, 2).join("/")}`, label: "Back to the list" }];
  return [{ to: "/indices", label: "All indices" }];
}

/** The page nearest to this one that the menus know: the screen that it is below, else the overview of the index. */
function useNearest() {
  const { pathname } = useLocation();
  const shell = useShell();
  return shell === undefined ? [] : nearestPage({ pathname, menu: menuOf(shell), tabs: shell.tabs });
}

/** What `useNearest` gives, of a page at `pathname`; nothing where that is the page itself. */
export function nearestPage({ pathname, menu, tabs }: Near): { to: string; label: string }[] {
  const found = currentEntry(menu, { pathname, tabs })?.entry ?? menu.flatMap(({ entries }) => entries)[0];
  return found === undefined || found.href === pathname ? [] : [{ to: found.href, label: found.label }];
}

type Near = { pathname: string; menu: readonly NavigationSection[]; tabs: readonly NavigationEntry[] };

/** The way on from a page that is not there: the nearest one, then the start. */
function WaysOn() {
  const [nearest] = useNearest();
  return (
    <p className="mt-4 flex flex-wrap gap-2">
      {nearest && <LinkButton to={nearest.to}>{nearest.label}</LinkButton>}
      <LinkButton to="/">Back to Dashboard</LinkButton>
    </p>
  );
}

/** `text`: what is known of what is missing; the framework's own, of an address that no route has, says nothing. */
function NotFound({ text }: { text: string }) {
  return (
    <section>
      <h1 className="text-20 font-bold">Page not found</h1>
      <p className="mt-1 max-w-text text-muted">
        {text === "" || text.startsWith("Error:")
          ? "Nothing has this address. It may be mistyped, or the page was deleted or renamed."
          : text}
      </p>
      <WaysOn />
    </section>
  );
}

function Refused({ status, text }: { status: number; text: string }) {
  return (
    <section>
      <h1 className="text-20 font-bold">Request refused</h1>
      <p className="mt-1 max-w-text text-muted">{text === "" ? `The request was refused (${status}).` : text}</p>
      <WaysOn />
    </section>
  );
}

function Unexpected({ text = "" }: { /** What is known of it. */ text?: string }) {
  const { contact } = useSupport();
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
  const to =
    contact === null ? "/support" : contact.includes("@") && !contact.includes("/") ? `mailto:${contact}` : contact;
  return (
    <LinkButton to={to} reloadDocument>
      Report this problem
    </LinkButton>
  );
}
