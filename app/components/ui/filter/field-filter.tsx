import { type DocumentFilter, filterText, negated, operators } from "~/lib/data/documents/filters";
import { control } from "./filter-bar";

type FieldFilterProps = {
  fields: readonly { path: string; type: string }[];
  /** There are more fields than listed: the field is typed. */
  more: boolean;
  /** What was chosen and not taken, or only half filled in. */
  draft?: Partial<DocumentFilter>;
  /** What it may be joined with, as `place`: none for no choice. */
  places?: readonly { value: string; label: string }[];
  place?: string;
  /** The id of the text that says what is wrong with it. */
  problemId?: string;
};

const choices = [
  ...Object.entries(operators),
  ...Object.entries(negated).map(([value, label]) => [`!${value}`, label] as const),
];

/**
 * Field, operator and value, as `field`, `operator`, `value`, `to` and `place` (`chosenFilter` and `withFilter` read
 * them). Style sheets show the second value for "between" and "near" only.
 */
export function FieldFilter({ fields, more, draft, problemId, places = [], place = "" }: FieldFilterProps) {
  const wrong = problemId === undefined ? {} : { "aria-invalid": true, "aria-describedby": problemId };
  const key =
    draft?.field === undefined
      ? (draft?.value ?? "none")
      : filterText({ operator: "is", value: "", to: "", field: draft.field, ...draft });
  return (
    <div
      key={key}
      role="group"
      aria-label="Filter by a field"
      className="group flex w-full flex-wrap gap-2 small:w-auto"
    >
      <label className="block w-full small:w-auto">
        <span className="sr-only">Field</span>
        {more ? (
          <input className={control} name="field" defaultValue={draft?.field} placeholder="Field" {...wrong} />
        ) : (
          <select
            className={`${control} small:max-w-[140px] large:max-w-[180px]`}
            name="field"
            defaultValue={draft?.field ?? ""}
            {...wrong}
          >
            <option value="">Field</option>
            {fields.map(({ path, type }) => (
              <option key={path} value={path}>
                {/* One text: React writes an option's parts as one and looks for several. */}
                {`${path} (${type})`}
              </option>
            ))}
          </select>
        )}
      </label>
      <label className="block w-full small:w-auto">
        <span className="sr-only">Operator</span>
        <select
          className={control}
          name="operator"
          defaultValue={`${draft?.isNot ? "!" : ""}${draft?.operator ?? "is"}`}
        >
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="block w-full group-has-[option[value=exists]:checked]:hidden group-has-[option[value=missing]:checked]:hidden small:w-[100px] large:w-[130px]">
        <span className="sr-only">Value</span>
        <input className={control} name="value" defaultValue={draft?.value} placeholder="Value" {...wrong} />
      </label>
      <label className="hidden w-full group-has-[option[value$=between]:checked]:block group-has-[option[value$=near]:checked]:block small:w-[100px] large:w-[130px]">
        <span className="sr-only">Upper value, or distance</span>
        <input className={control} name="to" defaultValue={draft?.to} placeholder="and / within" {...wrong} />
      </label>
      {places.length > 0 && (
        <label className="block w-full small:w-auto">
          <span className="sr-only">Join</span>
          <select className={control} name="place" defaultValue={place}>
            {places.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
