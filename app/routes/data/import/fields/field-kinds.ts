import {
  dateFormats,
  type DateFormat,
  type FieldType,
  type NumberFormat,
  type UseCase,
} from "~/services/data/import/types";

// One select holds type and date format, so that nothing has to appear or go away with a choice.

const types: { value: FieldType; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "keyword", label: "Keyword (exact text)" },
  { value: "long", label: "Whole number (long)" },
  { value: "integer", label: "Whole number (integer)" },
  { value: "double", label: "Decimal (double)" },
  { value: "float", label: "Decimal (float)" },
  { value: "boolean", label: "True or false" },
];

const dates: Record<DateFormat, string> = {
  iso: "2024-03-31",
  "yyyy-MM-dd HH:mm:ss": "2024-03-31 18:30:00",
  "yyyy/MM/dd": "2024/03/31",
  "dd.MM.yyyy": "31.03.2024",
  "dd/MM/yyyy": "31/03/2024 (day first)",
  "MM/dd/yyyy": "03/31/2024 (month first)",
  "MMM d yyyy": "Mar 31 2024",
  "d MMM yyyy": "31 Mar 2024",
};

/** The choices for a field, as `value` of a select: a type, or a date with its format. */
export const kinds: { value: string; label: string }[] = [
  ...types,
  ...dateFormats.map((format) => ({ value: `date:${format}`, label: `Date, ${dates[format]}` })),
  { value: "geo_point", label: "Geo point (latitude, longitude)" },
  { value: "object", label: "Object (JSON)" },
  { value: "auto", label: "Let the server decide" },
];

/** The choice that stands for a type. */
export function kindOf({ type, dateFormat }: { type: FieldType; dateFormat: DateFormat }): string {
  return type === "date" ? `date:${dateFormat}` : type;
}

export const useCaseLabels: { value: UseCase; label: string }[] = [
  { value: "searchaggs", label: "Search and facets" },
  { value: "search", label: "Search" },
  { value: "aggs", label: "Facets" },
  { value: "none", label: "Not indexed" },
];

export const numberFormatLabels: { value: NumberFormat; label: string }[] = [
  { value: "plain", label: "Plain: 1299.00" },
  { value: "1,299.00", label: "Point: 1,299.00" },
  { value: "1.299,00", label: "Comma: 1.299,00" },
];
