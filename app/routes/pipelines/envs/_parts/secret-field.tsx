import { type ReactNode, useState } from "react";
import { TextField } from "~/components/forms/field";
import type { AnyField } from "~/components/forms/metadata";
import { useScripts } from "~/components/ui/order/use-drag";

/** A value that is typed unseen; with scripts it can be shown while it is typed. */
export function SecretField({ field, hint }: { field: AnyField; hint: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const scripts = useScripts();
  return (
    <div className="mb-4 [&>div]:mb-1">
      <TextField
        field={field}
        label="Value"
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        hint={hint}
      />
      {scripts && (
        <button type="button" className="link min-h-[24px] text-13" onClick={() => setShown(!isShown)}>
          {isShown ? "Hide value" : "Show value"}
        </button>
      )}
    </div>
  );
}
