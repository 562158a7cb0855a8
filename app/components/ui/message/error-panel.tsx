import { Link, useLocation } from "@remix-run/react";
import { Name } from "../name";
import { LoadLink } from "./load-link";
import { type Failure, failureMessage } from "~/lib/messages/user-messages";

type ErrorPanelProps = {
  /** What could not be shown: "The list of indices could not be read." */
  title?: string;
  failure: Failure;
  headingLevel?: "h1" | "h2";
  /** Other ways on from here, for a page that is made of nothing but this. */
  ways?: readonly { to: string; label: string }[];
};

const hints: Partial<Record<Failure["kind"], string>> = {
  unreachable: "It may be starting again, or its address may have changed. Try again in a moment.",
  "engine-away": "Whoever runs it can see why in its log. Try again when the cluster is back.",
  timeout: "It may be busy. Try again in a moment.",
};

/** The title of a part of a page that is not there: one that was late is not broken. */
export const notLoaded = (what: string, { kind }: Failure) =>
  kind === "late" ? `${what} not loaded yet` : `${what} could not be loaded.`;

/**
 * A failed call on a page: plain words, the call with status and request id to copy, and a way to try again. The 403
 * panel where a right is missing.
 */
export function ErrorPanel({ title, failure, headingLevel: Heading = "h2", ways = [] }: ErrorPanelProps) {
  const { pathname, search } = useLocation();
  if (failure.kind === "not-allowed")
    return <AccessDenied title={title} failure={failure} headingLevel={Heading} ways={ways} />;
  const sentence = failureMessage(failure);
  const hint = hints[failure.kind];
  // Nothing is broken there: the server, or its engine, has no such part, or wants to be paid for it.
  const unpaid = ["plan", "payment"].includes(failure.kind);
  const ours = unpaid || failure.kind === "not-here";
  const isLate = failure.kind === "late";
  // Slow is not broken: red is for what a server answered with an error.
  const edge = ours ? "border-l-warn" : isLate || failure.kind === "timeout" ? "border-l-line-strong" : "border-l-bad";
  const again = !ours && !isLate && failure.kind !== "not-offered" && failure.status !== 404;
  // What a server says of a call that it does not know is about indices and types.
  const isTold = failure.kind !== "not-offered" && failure.detail !== sentence;
  const detail = isTold ? failure.detail : undefined;
  return (
    <section className={`max-w-form rounded border border-line border-l-4 ${edge} bg-raised p-4`}>
      <Heading className="text-16 font-semibold">{title ?? sentence}</Heading>
      {title !== undefined && <p className="mt-1">{sentence}</p>}
      {detail !== undefined && (
        <Name as="p" className="mt-1 text-muted">
          The server said: {detail}
        </Name>
      )}
      {hint !== undefined && <p className="mt-1 text-muted">{hint}</p>}
      {failure.kind === "not-offered" && (
        <p className="mt-1 text-muted">It has no {failure.path}. A newer or larger edition may have it.</p>
      )}
      {!ours && !isLate && <TheCall failure={failure} />}
      {isLate && (
        <p className="mt-2">
          <LoadLink />
        </p>
      )}
      <Ways
        again={again ? `${pathname}${search}` : undefined}
        ways={unpaid ? [{ to: "/billing", label: "About the plan" }, ...ways] : ways}
      />
    </section>
  );
}

/** The same call would be refused again, so nothing offers to repeat it: who can help does. */
function AccessDenied({ title, failure, headingLevel: Heading = "h2", ways = [] }: ErrorPanelProps) {
  const { missing, detail } = failure;
  return (
    <section className="max-w-form rounded border border-line border-l-4 border-l-warn bg-raised p-4">
      <Heading className="text-16 font-semibold">{title ?? "Access denied"}</Heading>
      {missing === undefined ? (
        <>
          <p className="mt-1">
            The search server does not let your user do this. An admin of that server can change it.
          </p>
          {detail !== undefined && (
            <Name as="p" className="mt-1 text-13 text-muted">
              The server said: {detail}
            </Name>
          )}
          <TheCall failure={failure} />
        </>
      ) : (
        <p className="mt-1">
          Requires the <strong>{missing}</strong> permission, which {failure.who ?? "an administrator of this server"}{" "}
          can grant.
        </p>
      )}
      <Ways ways={ways} />
    </section>
  );
}

function TheCall({ failure }: { failure: Failure }) {
  const answer = ["unreachable", "timeout"].includes(failure.kind) ? "no answer" : failure.status;
  return (
    <Name as="p" className="mt-2 font-mono text-12 text-faint">
      {failure.method} {failure.path} · {answer} · request {failure.requestId}
    </Name>
  );
}

function Ways({ again, ways }: { again?: string | undefined; ways: NonNullable<ErrorPanelProps["ways"]> }) {
  if (again === undefined && ways.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
      {again !== undefined && (
        <Link to={again} reloadDocument className="link font-semibold">
          Try again
        </Link>
      )}
      {ways.map(({ to, label }) => (
        <Link key={to} to={to} className="link font-semibold">
          {label}
        </Link>
      ))}
    </p>
  );
}
