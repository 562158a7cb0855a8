import { Link, useLocation } from "@remix-run/react";
import { type Failure, failureMessage } from "~/lib/user-messages";

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
  late: "The search server is busy. Load the page again to see it.",
};

/** A failed call on a page: plain words, the call with status and request id to copy, and a way to try again. */
export function ErrorPanel({ title, failure, headingLevel: Heading = "h2", ways = [] }: ErrorPanelProps) {
  const { pathname, search } = useLocation();
  const sentence = failureMessage(failure);
  const hint = hints[failure.kind];
  const again = failure.kind !== "not-offered" && failure.status !== 404;
  const detail = failure.detail !== undefined && failure.detail !== sentence ? failure.detail : undefined;
  return (
    <section className="max-w-form rounded border border-line border-l-4 border-l-bad bg-raised p-4">
      <Heading className="text-16 font-semibold">{title ?? sentence}</Heading>
      {title !== undefined && <p className="mt-1">{sentence}</p>}
      {detail !== undefined && <p className="mt-1 text-muted [overflow-wrap:anywhere]">The server said: {detail}</p>}
      {hint !== undefined && <p className="mt-1 text-muted">{hint}</p>}
      {failure.kind === "not-offered" && <p className="mt-1 text-muted">It has no {failure.path}. A newer or larger edition may have it.</p>}
      <p className="mt-2 font-mono text-12 text-faint [overflow-wrap:anywhere]">
        {failure.method} {failure.path} · {failure.kind === "unreachable" || failure.kind === "timeout" ? "no answer" : failure.status} · request{" "}
        {failure.requestId}
      </p>
      {(again || ways.length > 0) && (
        <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
          {again && (
            <Link to={`${pathname}${search}`} reloadDocument className="link font-semibold">
              Try again
            </Link>
          )}
          {ways.map(({ to, label }) => (
            <Link key={to} to={to} className="link font-semibold">
              {label}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}
