import { Name } from "~/components/ui/name";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import type { PanelData } from "~/services/platform/http/settle.server";

/** What a query finds with its own parameters. */
export function SampleHits({ of }: { of: PanelData<string[] | null> }) {
  return (
    <section aria-labelledby="sample">
      <h2 id="sample" className="mb-2 text-14 font-bold">
        First results
      </h2>
      <SettledPanel of={of} what="First results">
        {(titles) =>
          titles === null || titles.length === 0 ? (
            <p className="text-muted">
              {titles === null
                ? "The answer is not a list of hits: execute it to see it."
                : "No hits with these parameters."}
            </p>
          ) : (
            <ol className="list-decimal pl-5">
              {titles.map((title, place) => (
                <li key={place}>
                  <Name>{title}</Name>
                </li>
              ))}
            </ol>
          )
        }
      </SettledPanel>
    </section>
  );
}
