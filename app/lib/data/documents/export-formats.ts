// The formats of files that leave the console.

export type ExportFormat = "ndjson" | "json" | "csv";

export const exportFormats: readonly { value: ExportFormat; label: string }[] = [
  { value: "csv", label: "CSV" },
  { value: "ndjson", label: "NDJSON" },
  { value: "json", label: "JSON" },
];
