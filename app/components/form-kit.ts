// The form kit: docs/forms.md tells what each piece is. Apart from the kit, for Conform is 13 kB of scripts that a list need not load; the file of every screen
// with a form.
export * from "./forms/confirm-page";
export * from "./forms/field";
export * from "./forms/form-end";
export * from "./forms/json-area";
export * from "./forms/metadata";
export * from "./forms/server-form";
export * from "./forms/use-server-form";
