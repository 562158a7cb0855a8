import type { useServerForm } from "~/components/forms/use-server-form";
import type { RuleShape } from "./shape";

/** The fields of the form as Conform gives them. */
export type RuleFields = ReturnType<typeof useServerForm<RuleShape>>["fields"];
