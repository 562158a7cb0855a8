import { Notice } from "~/components/ui/message/notice";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { PlainLink } from "~/components/ui/plain-link";
import type { SampleResults as Results } from "~/services/pipelines/samples/run.server";
import { SampleResults } from "../../_parts/sample-results";

type ReviewSamplesProps = {
  of: Parameters<typeof SettledPanel<Results | null>>[0]["of"] | "foreign";
  toSample: (id: string) => string;
  /** This page. */
  again: string;
};

/** What the saved samples of a pipeline say of the draft, before it is made live; nothing without any. */
export function ReviewSamples({ of, toSample, again }: ReviewSamplesProps) {
  if (of !== "foreign" && "ok" in of && of.ok && of.value === null) return null;
  return (
    <section aria-labelledby="samples" className="mt-6">
      <h2 id="samples" className="mb-2 text-16 font-bold">
        Saved samples
      </h2>
      {of === "foreign" ? (
        <Notice tone="info">
          A link of another site opened this page, so no sample was run. <PlainLink to={again}>Run samples</PlainLink>
        </Notice>
      ) : (
        <SettledPanel of={of} what="Results of saved samples">
          {(results) => (results === null ? null : <SampleResults of={results} toSample={toSample} />)}
        </SettledPanel>
      )}
    </section>
  );
}
