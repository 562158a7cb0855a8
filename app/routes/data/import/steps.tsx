import { Link } from "@remix-run/react";

const steps = ["File", "Index", "Fields", "Import"] as const;
type Step = (typeof steps)[number];

/** Where one is between a file and its import. What is done is a link back where `to` has one. */
export function Steps({ at, to = {} }: { at: Step; to?: Partial<Record<Step, string>> }) {
  const now = steps.indexOf(at);
  return (
    <ol aria-label="Steps of the import" className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-13">
      {steps.map((step, place) => {
        const href = place < now ? to[step] : undefined;
        return (
          <li
            key={step}
            aria-current={place === now ? "step" : undefined}
            className={place === now ? "font-semibold text-ink" : "text-muted"}
          >
            {place + 1}.{" "}
            {href === undefined ? (
              step
            ) : (
              <Link to={href} className="link">
                {step}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}
