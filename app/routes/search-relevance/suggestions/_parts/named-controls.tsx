import { control } from "~/components/ui/filter/filter-bar";

// Controls of the forms that try suggestions, each with its label above it. Keyed by the value, so that another address
// shows its own.

const look = `${control} mt-1 font-normal`;

type NamedProps = { name: string; label: string; value: string; className?: string };

export function NamedInput({ name, label, value, className = "" }: NamedProps) {
  return (
    <label className={`block min-w-0 text-13 font-semibold ${className}`}>
      {label}
      <input key={value} name={name} defaultValue={value} autoComplete="off" className={look} />
    </label>
  );
}

/** What is chosen is offered too, also where nothing of that name exists. */
export function NamedSelect({
  name,
  label,
  value,
  options,
  none = "",
  className = "",
}: NamedProps & { options: readonly string[]; /** What the empty one is called. */ none?: string }) {
  return (
    <label className={`block min-w-0 text-13 font-semibold ${className}`}>
      {label}
      <select key={value} name={name} defaultValue={value} className={look}>
        {[...new Set([value, ...options])].map((option) => (
          <option key={option} value={option}>
            {option === "" ? none : option}
          </option>
        ))}
      </select>
    </label>
  );
}
