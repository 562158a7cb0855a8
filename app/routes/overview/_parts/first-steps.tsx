import { Link, useRouteLoaderData } from "@remix-run/react";
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

/** The getting-started explainer: eight cards, each a link to the screen that does it where the user may open it (`screens`), else to the documentation. */
export function FirstSteps({ at, steps: screens }: { at: LevelRef; steps: readonly string[] }) {
  const docs = useRouteLoaderData<typeof loader>("root")?.support.docs ?? null;
  return (
    <section aria-labelledby="first-steps" className="mt-7">
      <h2 id="first-steps" className="mb-3 text-16 font-bold">
        First steps
      </h2>
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
