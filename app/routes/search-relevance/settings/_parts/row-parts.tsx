import type { AnyForm } from "~/components/forms/metadata";
import type { RowValues } from "./row-values";

export type RowProps = {
  form: AnyForm;
  /** `weights[2]` */
  name: string;
  row: RowValues;
  /** Paths that the mapping does not have. */
  gone: ReadonlySet<string>;
  /** Whether it is typed in next. */
  focus: boolean;
  remove: React.ReactNode;
};

/** Beside a field that settings name and the index does not have. */
export const Gone = () => <span className="text-12 text-warn">Not in the mapping</span>;
