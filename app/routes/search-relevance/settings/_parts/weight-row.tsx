import { useState } from "react";
import { FieldErrors } from "~/components/forms/field";
import { FieldRow, rowControl } from "~/components/forms/field-rows";
import { Name } from "~/components/ui/name";
import { LEAST_SUB_WEIGHT, proposedWeight, subName } from "~/services/search-relevance/composition/weights";
import { subWeightLabel } from "./row-labels";
import { Gone, type RowProps } from "./row-parts";

const meanings: Record<string, string> = {
  keyword: "The whole value",
  lang: "Words in the forms of the language",
  english: "Words in their English forms",
  synonyms: "Words and their synonyms",
  delimiter: "Parts of compound words",
  autosuggest: "First letters of words",
  search: "Parts of words",
};
const meaningOf = (path: string) => meanings[path.slice(path.lastIndexOf(".") + 1)];

/**
 * A field, its weight, and its sub-fields folded below it: each a switch and a weight, which is proposed by that of the
 * field.
 */
export function WeightRow({ form, name, row, gone, focus, remove }: RowProps) {
  const field = row.text("field");
  const weight = rowControl(form, `${name}.value`, focus);
  const subs = row.rows("subs").map((sub, at) => {
    const path = sub.text("path");
    return {
      path,
      on: sub.text("on") === "on",
      initial: sub.text("value"),
      at: `${name}.subs[${at}]`,
      value: rowControl(form, `${name}.subs[${at}].value`),
    };
  });
  const on = subs.filter((sub) => sub.on);
  const [typed, setTyped] = useState(row.text("value"));
  const parent = Number(typed) > 0 ? Number(typed) : 1;
  return (
    <FieldRow
      label={field}
      labelFor={weight.props.id}
      note={gone.has(field) && <Gone />}
      controls={[weight]}
      action={remove}
      below={
        subs.length > 0 && (
          <details open={subs.some(({ value }) => value.errors)} className="mt-1 text-13">
            <summary className="w-fit text-muted">
              <span aria-hidden="true" className="chevron mr-1.5" />
              {on.length === 0
                ? `Sub-fields: none of ${subs.length}`
                : `Sub-fields: ${on.map(({ path }) => subName(field, path)).join(", ")}`}
            </summary>
            <ul className="mt-1 border-l border-line pl-3">
              {subs.map(({ path, on: isOn, initial, at, value }) => (
                <li key={path} className="sub-weight py-1">
                  <div className="flex min-h-[34px] flex-wrap items-center justify-between gap-x-3">
                    <label className="flex items-center gap-2">
                      <input type="hidden" name={`${at}.path`} form={form.id} value={path} />
                      <input
                        type="checkbox"
                        name={`${at}.on`}
                        form={form.id}
                        value="on"
                        defaultChecked={isOn}
                        className="h-4 w-4 shrink-0 accent-accent"
                      />
                      <Name className="font-mono text-code">{subName(field, path)}</Name>
                      <span className="text-muted">{gone.has(path) ? <Gone /> : meaningOf(path)}</span>
                    </label>
                    <input
                      type="number"
                      min={LEAST_SUB_WEIGHT}
                      step={stepOf(initial)}
                      placeholder={proposedWeight(parent, path).toFixed(1)}
                      defaultValue={initial}
                      aria-label={subWeightLabel(path)}
                      {...value.props}
                      className={`${value.props.className} w-24`}
                    />
                  </div>
                  <FieldErrors id={`${value.props.id}-error`} errors={value.errors} />
                </li>
              ))}
            </ul>
          </details>
        )
      }
    >
      <input type="hidden" name={`${name}.field`} form={form.id} value={field} />
      <input
        type="number"
        min={0}
        step={stepOf(row.text("value"))}
        defaultValue={row.text("value")}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        {...weight.props}
        className={`${weight.props.className} w-24`}
      />
    </FieldRow>
  );
}

/** A tenth, where the value that is kept does not lie between two of them. */
const stepOf = (value: string) => (Number.isInteger(Math.round(Number(value) * 1e6) / 1e5) ? 0.1 : "any");
