import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes } from "react";

export type ButtonTone = "primary" | "plain" | "danger" | "danger-outline" | "quiet";

const base =
  "inline-flex min-h-[34px] items-center justify-center gap-1.5 rounded border px-3.5 py-1 text-13 font-semibold leading-5 no-underline transition-colors disabled:opacity-60";

const tones: Record<ButtonTone, string> = {
  primary: "border-transparent bg-accent text-accent-ink hover:[filter:brightness(1.1)]",
  plain: "border-line-strong bg-surface text-ink hover:bg-sunken",
  danger: "border-transparent bg-bad text-bad-ink hover:[filter:brightness(1.1)]",
  "danger-outline": "border-bad bg-surface text-bad hover:bg-bad-soft",
  quiet: "border-transparent bg-transparent text-muted hover:text-ink hover:underline",
};

/** The classes of a button, for elements that are not buttons (a summary, a label of a file input). */
export function buttonClass(tone: ButtonTone = "plain", extra = "") {
  return `${base} ${tones[tone]} ${extra}`;
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { tone?: ButtonTone };

/** A button; a submit button unless `type` says otherwise. */
export function Button({ tone = "plain", type = "submit", className = "", ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(tone, className)} {...rest} />;
}

/** A link that looks like a button: for going somewhere, never for changing something. */
export function LinkButton({ tone = "plain", className = "", ...rest }: LinkProps & { tone?: ButtonTone }) {
  return <Link className={buttonClass(tone, className)} {...rest} />;
}
