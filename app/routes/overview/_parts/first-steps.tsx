import { useLocation } from "@remix-run/react";
import { PageForm } from "~/components/ui/page/page-form";
import { PlainLink } from "~/components/ui/plain-link";
import type { ShownStep } from "./first-steps-for.server";

/** The getting-started explainer: a card for each step. */
export function FirstSteps({ steps }: { steps: readonly ShownStep[] | null }) {
  const { pathname, search } = useLocation();
  if (steps === null) return null;
  return (
    <section aria-labelledby="first-steps" className="mt-7">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="first-steps" className="text-16 font-bold">
          First steps
        </h2>
        <PageForm method="post" action="/resources/preferences">
          <input type="hidden" name="redirectTo" value={`${pathname}${search}`} />
          <button name="firstSteps" value="hide" className="link text-13">
            Dismiss
          </button>
        </PageForm>
      </div>
      <ul className="grid grid-cols-2 gap-3 large:grid-cols-4">
        {steps.map(({ title, text, to, href }) => (
          <li key={title} className="rounded border border-line bg-raised p-3.5">
            <h3 className="text-14 font-bold">
              {to !== undefined && (
                <PlainLink to={to} className="link">
                  {title}
                </PlainLink>
              )}
              {href !== undefined && (
                <a href={href} className="link" rel="noreferrer">
                  {title}
                </a>
              )}
              {to === undefined && href === undefined && title}
            </h3>
            <p className="mt-1 text-13 text-faint">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
