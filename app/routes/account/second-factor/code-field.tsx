import { TextField } from "~/components/form-kit";

type CodeFieldProps = Pick<Parameters<typeof TextField>[0], "field" | "hint"> & {
  /** Letters too: another keyboard on a phone. */ recovery?: boolean;
  focus?: boolean;
};

/** Takes a code of six digits or a recovery code; which one it is the server finds out. */
export function CodeField({ field, hint, recovery = false, focus = false }: CodeFieldProps) {
  return (
    <TextField
      field={field}
      label={recovery ? "Recovery code" : "Code"}
      hint={hint ?? (recovery ? "One of those that you were given. Each is good once." : "Six digits, from your authenticator app.")}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing but this field
      autoFocus={focus}
      inputMode={recovery ? "text" : "numeric"}
      autoComplete={recovery ? "off" : "one-time-code"}
      autoCapitalize="none"
      spellCheck={false}
      className="max-w-[16rem]"
    />
  );
}
