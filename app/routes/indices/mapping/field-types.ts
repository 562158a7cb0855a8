/** The types that a form offers; others, with what they need, are written as JSON. */
export const fieldTypes = [
  { value: "text", label: "text: searched word by word" },
  { value: "keyword", label: "keyword: exact values, sorting, aggregations" },
  { value: "long", label: "long: whole numbers" },
  { value: "integer", label: "integer: whole numbers to 2,147,483,647" },
  { value: "double", label: "double: numbers with decimals" },
  { value: "float", label: "float: numbers with decimals, half the size" },
  { value: "date", label: "date" },
  { value: "boolean", label: "boolean: true or false" },
  { value: "geo_point", label: "geo_point: latitude and longitude" },
  { value: "ip", label: "ip: addresses" },
  { value: "object", label: "object: fields below it" },
  { value: "nested", label: "nested: list of objects, each searched alone" },
] as const;
