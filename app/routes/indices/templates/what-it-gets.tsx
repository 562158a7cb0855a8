import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterInput } from "~/components/ui/filter/filter-bar";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { CodeBlock } from "~/components/ui/request/code-block";
import { PlainLink } from "~/components/ui/plain-link";
import type { TemplateView } from "~/lib/indices/template-match";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { Settled } from "~/services/platform/http/settle.server";
import { kindNames } from "./template-names";
import type { templateList } from "./templates-address";

type WhatItGetsProps = {
  here: ReturnType<typeof templateList.at>;
  gets: TemplateView[] | null;
  /** The JSON that the server would apply; its value is null where the server does not tell. */
  resolved: Settled<string | null> | null;
};

/** Which templates an index would get that somebody thinks of creating, and what is in them taken together. */
export function WhatItGets({ here, gets, resolved }: WhatItGetsProps) {
  const { name } = here.state;
  return (
    <section aria-labelledby="what-it-gets" className="mt-6 max-w-form">
      <h2 id="what-it-gets" className="mb-2 text-16 font-bold">
        Try an index name
      </h2>
      <AddressForm here={here} controls={["name"]} keepScroll className="mb-3 flex flex-wrap items-end gap-2">
        <FilterInput name="name" label="Name of a new index" defaultValue={name} wide />
        <Button>Show its templates</Button>
      </AddressForm>
      {gets !== null && gets.length === 0 && <p>{name} would get none of the templates.</p>}
      {gets !== null && gets.length > 0 && (
        <>
          <p>{name} would get:</p>
          <ol className="ml-5 list-decimal">
            {gets.map((template) => (
              <li key={template.name}>
                <PlainLink
                  to={screenPath(clusterLevel, "templates", { rest: [template.kind, template.name] })}
                  className="link"
                >
                  {template.name}
                </PlainLink>{" "}
                <span className="text-13 text-muted">
                  {kindNames[template.kind]}, {template.kind === "composable" ? "priority" : "order"} {template.rank}
                </span>
              </li>
            ))}
          </ol>
          {gets.length > 1 && <p className="text-13 text-muted">They add up; what a later one says wins.</p>}
          {resolved && (
            <SettledPanel of={resolved} what="Settings and mappings">
              {(text) =>
                text !== null && (
                  <div className="mt-3">
                    <CodeBlock label={`Settings, mappings and aliases of ${name}`} text={text} lineNumbers />
                  </div>
                )
              }
            </SettledPanel>
          )}
        </>
      )}
    </section>
  );
}
