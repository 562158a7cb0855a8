/** What the account service is told of the use of a server, by the names that it keeps. */
export const usageFields = [
  { name: "company", label: "Company" },
  { name: "use_case", label: "Use case" },
  { name: "monthly_searches", label: "Searches per month" },
  { name: "documents", label: "Documents" },
] as const;

export type UsageField = (typeof usageFields)[number]["name"];

/** The labels by name, for the list of errors. */
export const usageLabels = Object.fromEntries(usageFields.map(({ name, label }) => [name, label]));
