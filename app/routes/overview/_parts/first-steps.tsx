import { Link, useLocation, useRouteLoaderData } from "@remix-run/react";
import { PageForm } from "~/components/kit";
import type { loader } from "~/root";
import { type LevelRef, screenPath } from "~/navigation/paths";

type Step = {
  title: string;
  text: string;
  /** The screen that does it, where this console has it. */ screen?: string;
  /** The page of the documentation, below DOCS_URL. */ docs: string;
};

const steps: readonly Step[] = [
  { title: "Import Data", text: "CSV, JSON or NDJSON, up to gigabytes.", screen: "import", docs: "import" },
  { title: "Manage Mappings", text: "Types and use cases of your fields.", docs: "mappings" },
  { title: "Browse Data", text: "Read, filter and edit documents.", screen: "browse", docs: "browse" },
  { title: "Search Preview", text: "Try a search page on your index.", screen: "search-preview", docs: "search-preview" },
  { title: "Understand your Search ROI", text: "What a good search is worth to you.", docs: "analytics/roi" },
  { title: "Setup Analytics", text: "Record searches and clicks.", docs: "analytics/setup" },
  { title: "Access Analytics via APIs", text: "Take the figures elsewhere.", docs: "analytics/api" },
  { title: "Secure your Search App", text: "Credentials that may only search.", docs: "credentials" },
];

type FirstStepsProps = {
  at: LevelRef;
  /** The screens that the user may open; null where he has put this away. */ steps: readonly string[] | null;
  /** How many documents there are: with the first one the steps have done their work. Null where nobody can say. */ documents: number | null;
};

/** The getting-started explainer: eight cards, each a link to the screen that does it where the user may open it, else to the documentation. */
export function FirstSteps({ at, steps: screens, documents }: FirstStepsProps) {
  const docs = useRouteLoaderData<typeof loader>("root")?.support.docs ?? null;
  const { pathname, search } = useLocation();
  if (screens === null || documents !== 0) return null;
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
        {steps.map((step) => (
          <li key={step.title} className="rounded border border-line bg-raised p-3.5">
            <h3 className="text-14 font-bold">
              <StepLink step={step} at={at} docs={docs} screens={screens} />
            </h3>
            <p className="mt-1 text-13 text-faint">{step.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StepLink({ step, at, docs, screens }: { step: Step; at: LevelRef; docs: string | null; screens: readonly string[] }) {
  if (step.screen !== undefined && screens.includes(step.screen)) {
    return (
      <Link to={screenPath(at, step.screen)} className="link">
        {step.title}
      </Link>
    );
  }
  if (docs === null) return <>{step.title}</>;
  return (
    <a href={`${docs.replace(/\/$/, "")}/${step.docs}`} className="link" rel="noreferrer">
      {step.title}
    </a>
  );
}
