import { getTextareaProps } from "@conform-to/react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Name } from "../ui/name";
import { controlClass, describedBy, Field } from "./field";
import type { AnyField } from "./metadata";

type ListFieldProps = {
  field: AnyField;
  label: string;
  hint?: ReactNode;
  /** What one may want to choose, as it would be typed. */
  proposals?: readonly string[];
  rows?: 2 | 3;
  /** An entry may hold a comma, as addresses do: only a line ends it. */
  lines?: boolean;
  /** `*` stands for all: it takes the place of what was chosen, and what is chosen after it takes its place. */
  star?: boolean;
  disabled?: boolean;
  /** What one types in next, when the page comes. */
  focus?: boolean;
  /** Each time that it changes, with scripts. */
  onEntries?: (entries: readonly string[]) => void;
};

/** Some are named, more where one asks; a list of thousands helps nobody. */
const NAMED = 8;
const MOST_NAMED = 60;

const entriesOf = (text: string, lines: boolean) => text.split(lines ? "\n" : /[\n,]/).map((entry) => entry.trim());
const withAll = (before: readonly string[], more: readonly string[]) =>
  [...new Set([...before, ...more])].filter((entry) => entry !== "");

// On a page that scripts opened nobody sees the text area, nor types into it.
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * A list of short texts. The form sends it as one text with an entry per line, and without scripts it is typed so; with
 * them each entry is a tag, and proposals come while one types.
 */
export function ListField({
  field,
  label,
  hint,
  proposals = [],
  rows = 3,
  lines = false,
  star = false,
  disabled = false,
  focus = false,
  onEntries,
}: ListFieldProps) {
  const { key, id, required, ...props } = getTextareaProps(field, { ariaAttributes: false });
  const area = useRef<HTMLTextAreaElement>(null);
  const typing = useRef<HTMLInputElement>(null);
  /** Null until scripts run. */
  const [entries, setEntries] = useState<readonly string[] | null>(null);
  // What was typed before the scripts came counts.
  useBeforePaint(() => setEntries(withAll([], entriesOf(area.current?.value ?? "", lines))), [key, lines]);
  function set(next: readonly string[]) {
    if (area.current) area.current.value = next.join("\n");
    setEntries(next);
    onEntries?.(next);
  }
  function add(text: string) {
    const more = entriesOf(text, lines);
    if (star && more.includes("*")) set(["*"]);
    else if (more.some((entry) => entry !== ""))
      set(withAll(star ? (entries ?? []).filter((entry) => entry !== "*") : (entries ?? []), more));
    if (typing.current) typing.current.value = "";
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { value } = event.currentTarget;
    if (event.key === "Backspace" && value === "" && entries !== null && entries.length > 0)
      return set(entries.slice(0, -1));
    // Enter in an empty line sends the form, as in any other.
    if ((event.key !== "Enter" && (lines || event.key !== ",")) || value.trim() === "") return;
    event.preventDefault();
    add(value);
  }
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    if (!(lines ? /\n/ : /[\n,]/).test(event.clipboardData.getData("text"))) return;
    event.preventDefault();
    add(`${event.currentTarget.value}${event.clipboardData.getData("text")}`);
  }
  const scripted = entries !== null;
  const described = { "aria-describedby": describedBy(field, hint), "aria-invalid": field.errors ? true : undefined };
  return (
    <Field field={field} label={label} hint={hint}>
      <textarea
        key={key}
        ref={area}
        rows={rows}
        spellCheck={false}
        disabled={disabled}
        {...(focus && { autoFocus: true })}
        {...props}
        {...(scripted ? { hidden: true } : { id, required, ...described })}
        className={`${controlClass(field)} font-mono text-code ${scripted ? "hidden" : ""}`}
      />
      {scripted ? (
        <div className={`tags ${disabled ? "bg-sunken" : ""} ${rows === 2 ? "min-h-[54px]" : "min-h-[74px]"}`}>
          {entries.map((entry) => (
            <span key={entry}>
              {entry}
              <button
                type="button"
                aria-label={`Remove ${entry}`}
                onClick={() => (set(entries.filter((one) => one !== entry)), typing.current?.focus())}
              >
                ×
              </button>
            </span>
          ))}
          <input
            ref={typing}
            id={id}
            list={`${id}-proposals`}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            {...(focus && { autoFocus: true })}
            aria-required={required}
            {...described}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={({ currentTarget }) => add(currentTarget.value)}
          />
          <datalist id={`${id}-proposals`}>
            {proposals
              .filter((proposal) => !entries.includes(proposal))
              .map((proposal) => (
                <option key={proposal} value={proposal} />
              ))}
          </datalist>
        </div>
      ) : (
        <noscript>
          <div className="mt-1 text-12 text-muted">
            <p>{lines ? "One per line." : "One per line, or with commas between."}</p>
            <Known names={proposals} />
          </div>
        </noscript>
      )}
    </Field>
  );
}

/** What may be typed, where no proposals come while one types. */
function Known({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const further = names.slice(NAMED, MOST_NAMED);
  return (
    <>
      <Name as="p">Known: {names.slice(0, NAMED).join(", ")}</Name>
      {further.length > 0 && (
        <details>
          <summary className="link w-fit">{names.length - NAMED} more</summary>
          <Name as="p">
            {further.join(", ")}
            {names.length > MOST_NAMED && ` and ${names.length - MOST_NAMED} more`}
          </Name>
        </details>
      )}
    </>
  );
}
