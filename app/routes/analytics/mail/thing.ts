import { thing } from "~/navigation/thing";

/** Weekly reports that are sent by mail. */
export const reportMails = thing({
  screen: "analytics/report/mail",
  noun: "report by mail",
  plural: "reports by mail",
  title: "Reports by mail",
  pages: ["new", "delete"],
});

export const NOT_SET_UP = "This console has no mail server, so it sends no reports.";
/** For whoever runs it. */
export const TO_SET_UP = "Set SMTP_URL and MAIL_FROM of the console and restart it.";

export const stateNames = { waiting: "Waiting", sending: "Sending", sent: "Sent", failed: "Failed" } as const;
export const stateTones = { waiting: "neutral", sending: "info", sent: "good", failed: "bad" } as const;
