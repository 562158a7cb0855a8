import { TextField } from "~/components/forms/field";

const kinds = {
  app: { label: "Code", hint: "Six digits, from your authenticator app." },
  recovery: { label: "Recovery code", hint: "One of your recovery codes. Each works once." },
  either: { label: "Code", hint: "Six digits from your authenticator app, or a recovery code." },
} as const;

type CodeFieldProps = Pick<Parameters<typeof TextField>[0], "field"> & { kind?: keyof typeof kinds; focus?: boolean };

/**
 * Takes a code of six digits or a recovery code; which one it is the server finds out. Where letters may come a phone
 * shows another keyboard.
 */
export function CodeField({ field, kind = "app", focus = false }: CodeFieldProps) {
  return (
    <TextField
      field={field}
      {...kinds[kind]}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing but this field, or the code was refused
      autoFocus={focus}
      inputMode={kind === "app" ? "numeric" : "text"}
      autoComplete={kind === "recovery" ? "off" : "one-time-code"}
      autoCapitalize="none"
      spellCheck={false}
      className="max-w-[16rem]"
    />
  );
}
