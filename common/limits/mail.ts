import type { Limits } from "./limit";

/** What the console mails. */
export const MAIL_LIMITS = {
  mailsToAddress: {
    what: "mails to one address from one search server",
    where: "weekly reports by mail, due or out of turn, of all reports together",
    most: 5,
    unit: "a day",
    answer: "not sent; the report's page says why",
    protects: "whoever owns an address that somebody typed",
  },
  reportsOfServer: {
    what: "reports mailed",
    where: "one level of a search server",
    most: 100,
    unit: "pieces",
    answer: "a sentence on the form",
    protects: "the mail server",
  },
  recipientsOfReport: {
    what: "recipients of a report",
    where: "its form",
    most: 20,
    unit: "pieces",
    answer: "a sentence on the form",
    protects: "the mail server",
  },
} as const satisfies Limits;
