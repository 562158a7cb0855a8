import type { FieldMetadata } from "@conform-to/react";
import { TextField } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { CopyButton } from "~/components/ui/request/copy-button";
import { strengthOf } from "~/lib/account/password-strength";

type PasswordFieldProps = {
  field: FieldMetadata<string>;
  username: string;
  /** It was generated just now, and is shown. */ generated: boolean;
};

/** A new password, with how good it is while it is typed, and one on request. */
export function PasswordField({ field, username, generated }: PasswordFieldProps) {
  const typed = field.value ?? "";
  const strength = generated ? undefined : strengthOf(typed, username);
  return (
    <div className="max-w-form">
      <TextField
        field={field}
        label="Password"
        type={generated ? "text" : "password"}
        hint="At least 10 characters; a few words are stronger than many symbols."
        autoComplete="new-password"
        spellCheck={false}
        className={generated ? "font-mono" : ""}
      />
      <div className="-mt-2 mb-4 flex flex-wrap items-center gap-3 text-13">
        <Button name="then" value="generate" formNoValidate>
          Generate password
        </Button>
        {generated && (
          <span role="status">
            Copy it now: it is not shown again. <CopyButton text={typed} />
          </span>
        )}
        {strength && <StatusBadge tone={strength.tone}>{strength.text}</StatusBadge>}
      </div>
    </div>
  );
}
