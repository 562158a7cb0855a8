import { Name } from "~/components/ui/name";
/** The looks of a text control of this screen. */
export const control = "min-h-[34px] min-w-0 rounded border border-line-strong bg-surface px-2.5 py-1 text-13 text-ink";

type ChoiceProps = { type: "radio" | "checkbox"; name: string; value: string; checked: boolean; label: string };

/** A box or a radio button. It is remade when the address decides otherwise, and keeps what is ticked until then. */
export function Choice({ type, name, value, checked, label }: ChoiceProps) {
  return (
    <label className="flex min-h-[24px] items-start gap-2 py-0.5 text-13">
      <input
        key={String(checked)}
        type={type}
        name={name}
        value={value}
        defaultChecked={checked}
        className="mt-0.5 h-4 w-4 shrink-0 accent-accent"
      />
      <Name className="min-w-0">{label}</Name>
    </label>
  );
}

/** On or off; a box that is not ticked sends nothing, so a hidden 0 goes before it. */
export function Switch({ name, checked, label }: Pick<ChoiceProps, "name" | "checked" | "label">) {
  return (
    <>
      <input type="hidden" name={name} value="0" />
      <Choice type="checkbox" name={name} value="1" checked={checked} label={label} />
    </>
  );
}
