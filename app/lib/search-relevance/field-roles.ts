// What a field can be for in a search. Shared with the browser.

export const roles = ["title", "text", "facet", "number", "date", "place", "picture", "id", "other"] as const;
export type Role = (typeof roles)[number];

/** What roles are called, in the order of a list to choose from. */
export const roleLabels: readonly { value: Role; label: string }[] = [
  { value: "title", label: "Title" },
  { value: "text", label: "Text" },
  { value: "facet", label: "Facet" },
  { value: "number", label: "Number" },
  { value: "date", label: "Date" },
  { value: "place", label: "Geo point" },
  { value: "picture", label: "Picture" },
  { value: "id", label: "ID" },
  { value: "other", label: "Other (not searched)" },
];
