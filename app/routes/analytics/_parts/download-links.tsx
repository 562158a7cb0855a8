import { PlainLink } from "~/components/ui/plain-link";

/** A table as a file. */
export function DownloadLinks({
  fileOf,
  what,
}: {
  fileOf: (format: "csv" | "ndjson") => string;
  /** What is in it, for who hears the links alone. */ what: string;
}) {
  return (
    <p className="page-only mt-3 text-13">
      Download{" "}
      <PlainLink reload className="link" to={fileOf("csv")} aria-label={`CSV of ${what}`}>
        CSV
      </PlainLink>{" "}
      or{" "}
      <PlainLink reload className="link" to={fileOf("ndjson")} aria-label={`NDJSON of ${what}`}>
        NDJSON
      </PlainLink>
    </p>
  );
}
