import type { Remark } from "~/lib/address";
import { Notice } from "./notice";

/** What could not be read of an address, and what is shown instead. */
export function Remarks({ of }: { of: readonly Pick<Remark, "text">[] }) {
  if (of.length === 0) return null;
  return (
    <Notice tone="warn">
      {of.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
