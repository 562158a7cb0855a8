/** What can be expected of an answer, in the order of the form. */
export const EXPECTED = [
  { value: "status", label: "Status is" },
  { value: "equals", label: "JSON path equals" },
  { value: "contains", label: "JSON path contains" },
  { value: "missing", label: "JSON path is missing" },
  { value: "ids", label: "First IDs, in order" },
  { value: "time", label: "Time at most (ms)" },
] as const;

export type ExpectedRow = { kind: string; path: string; value: string };
export type SavedShape = {
  name: string;
  method: string;
  path: string;
  headers: string;
  body: string;
  envs: string;
  version: string;
  expectations: ExpectedRow[];
};

/** A row as it is added. */
export const newRow = (): ExpectedRow => ({ kind: "status", path: "", value: "200" });
