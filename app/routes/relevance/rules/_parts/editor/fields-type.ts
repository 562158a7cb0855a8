import type { useServerForm } from "~/components/form-kit";
import type { RuleShape } from "./shape";

/** The fields of the form as Conform gives them. */
export type RuleFields = ReturnType<typeof useServerForm<RuleShape>>["fields"];
