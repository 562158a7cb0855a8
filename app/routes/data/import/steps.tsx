import { Link } from "@remix-run/react";

const steps = ["File", "Index", "Fields", "Import"] as const;
type Step = (typeof steps)[number];

type StepsProps = {
  at: Step;
  to?: Partial<Record<Step, string>>;
  /** Whether the import was started from an index, so that none has to be chosen. */
  given?: boolean;
};

/** Where one is between a file and its import. What is done is a link back where `to` has one. */
export function Steps({ at, to = {}, given = false }: StepsProps) {
  const taken: readonly Step[] = given ? steps.filter((step) => step !== "Index") : steps;
  const now = taken.indexOf(at);
  return (
    <ol aria-label="Steps of the import" className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-13">
      {taken.map((step, place) => {
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
