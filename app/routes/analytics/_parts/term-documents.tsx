import type { ComponentProps } from "react";
import { TopList } from "~/components/figures/terms";
import { DownloadLinks } from "./download-links";
import { termFiles } from "./file-path";

type Documents = ComponentProps<typeof TopList>["of"];
type TermDocumentsProps = {
  seen: Documents;
  clicked: Documents;
  fileOf: (name: string, format: "csv" | "ndjson") => string;
};

/** What visitors saw and clicked when they searched for a term. Clicks on suggestions are not among them. */
export function TermDocuments({ seen, clicked, fileOf }: TermDocumentsProps) {
  return (
    <>
      <TopList
        of={clicked}
        title="Clicked"
        head="Document"
        counts="Clicks"
        empty="No result was clicked"
        below={<DownloadLinks what="Clicked" fileOf={(format) => fileOf(termFiles.clicked, format)} />}
      />
      <TopList
        of={seen}
        title="Seen"
        head="Document"
        counts="Impressions"
        empty="No results were reported as seen"
        below={<DownloadLinks what="Seen" fileOf={(format) => fileOf(termFiles.seen, format)} />}
      />
    </>
  );
}
