const accessNames: Record<string, string> = {
  read: "Read-only",
  write: "Write-only",
  "read,write,delete": "Read and write",
};
const order = ["read", "write", "delete"];

/** The operations as one word, in the order of the form: `read,write,delete`. */
export const accessOf = (ops: readonly string[]): string => order.filter((op) => ops.includes(op)).join(",");

/** "Read-only"; the bare operations where the form has no name for them. */
export function accessName(ops: readonly string[]): string {
  const access = accessOf(ops);
  return accessNames[access] ?? (access === "" ? "No operation" : access.replaceAll(",", ", "));
}
