import { Button } from "~/components/ui/button";
import { AddressForm } from "~/components/ui/filter/address-form";
import { FilterInput } from "~/components/ui/filter/filter-bar";
import { PlainLink } from "~/components/ui/plain-link";
import type { TemplateView } from "~/lib/indices/template-match";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { kindNames } from "./template-names";
import type { templateList } from "./templates-address";

type WhatItGetsProps = { here: ReturnType<typeof templateList.at>; gets: TemplateView[] | null };

/** Which templates an index would get that somebody thinks of creating. */
export function WhatItGets({ here, gets }: WhatItGetsProps) {
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
        </>
      )}
    </section>
  );
}
