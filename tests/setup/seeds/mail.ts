import { addReportMail } from "~/services/analytics/report-mails/store.server";

/** A report that is mailed, whose id tests know beforehand: for the screens about one. */
export function seedMail({
  dataDir,
  id,
  server,
  index,
}: {
  dataDir: string;
  id: string;
  server: string;
  index: string;
}) {
  const when = {
    weekday: 1,
    hour: 7,
    zone: "UTC",
    created: Date.now(),
    origin: "http://console.test",
    person: "admin",
  };
  const tokens = { "ada@example.org": "A".repeat(32) };
  addReportMail(
    { dataDir },
    { id, server, index_name: index, label: "For the team", ...when, credential: "mailcred01", sealed: "", tokens },
  );
}
