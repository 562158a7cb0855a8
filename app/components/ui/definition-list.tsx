import type { ReactNode } from "react";
import { Name } from "./name";

/** Facts as label and value. Values that are undefined or null are left out. */
export function DefinitionList({ items }: { items: readonly { label: string; value: ReactNode | undefined }[] }) {
  return (
    <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-6 gap-y-1.5 text-13">
      {items
        .filter((item) => item.value !== undefined && item.value !== null)
        .map((item) => (
          <div key={item.label} className="contents">
            <dt className="text-muted">{item.label}</dt>
            <Name as="dd">{item.value}</Name>
          </div>
        ))}
    </dl>
  );
}
