import { FieldRow, type RowControl, rowControl } from "~/components/forms/field-rows";
import { rankFunctionNames, rankFunctions, type RankNumber, rankNumbers } from "~/services/search-relevance/ranks";
import { numbersOfRank, rankLabel } from "./row-labels";
import { Gone, type RowProps } from "./row-parts";

// Which numbers a function has is shown by the style sheet: without scripts nothing else could hide the others.
const shownFor: Record<RankNumber, string> = {
  boost: "",
  pivot: "saturation sigmoid",
  scaling_factor: "log",
  exponent: "sigmoid",
};

/** A rank feature: the function that makes a score of its value, with its numbers, and how much that counts. */
export function RankRow({ form, name, row, gone, focus, remove }: RowProps) {
  const field = row.text("field");
  const chosen = rowControl(form, `${name}.function`, focus);
  const control = (number: RankNumber) => rowControl(form, `${name}.${number}`);
  const controls: RowControl[] = [chosen, ...numbersOfRank.map(control)];
  return (
    <FieldRow
      label={field}
      labelFor={chosen.props.id}
      note={gone.has(field) && <Gone />}
      controls={controls}
      action={remove}
    >
      <input type="hidden" name={`${name}.field`} form={form.id} value={field} />
      <div className="rank-numbers flex flex-wrap items-end gap-2">
        <select defaultValue={row.text("function")} {...chosen.props}>
          {rankFunctions.map((one) => (
            <option key={one} value={one}>
              {rankFunctionNames[one]}
            </option>
          ))}
        </select>
        {numbersOfRank.map((number) => {
          const { label, min, max } = rankNumbers[number];
          const { props } = control(number);
          return (
            <label key={number} data-for={shownFor[number]} className="text-12 text-muted">
              {label}
              <input
                type="number"
                min={min}
                max={max}
                step={Number.isInteger(Math.round(Number(row.text(number)) * 1e6) / 1e5) ? 0.1 : "any"}
                placeholder={number === "pivot" ? "Default" : undefined}
                defaultValue={row.text(number)}
                {...props}
                aria-label={rankLabel(number, field)}
                className={`${props.className} block w-20`}
              />
            </label>
          );
        })}
      </div>
    </FieldRow>
  );
}
