import { FieldErrors } from "~/components/forms/field";
import { FieldRow, FieldRows, rowControl } from "~/components/forms/field-rows";
import type { AnyForm } from "~/components/forms/metadata";
import { Button, LinkButton } from "~/components/ui/button";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { Setting } from "~/services/search-relevance/setting";
import { ADD_SUB_FIELDS, TURN } from "../../_parts/draft-intents";
import { RankRow } from "./rank-row";
import { adding } from "./row-labels";
import { Gone, type RowProps } from "./row-parts";
import type { RowValues } from "./row-values";
import type { RowsShown } from "./typed-rows.server";
import { WeightRow } from "./weight-row";

type RowsProps = {
  index: string;
  setting: Extract<Setting, { type: "rows" }>;
  form: AnyForm;
  rows: readonly RowValues[];
  shown: RowsShown;
  ranged: readonly string[];
  /** The setting or row that is typed in next. */
  focus: string | null;
  /** Whether the draft may be published by whoever looks at it. */
  open: boolean;
};

const hints = {
  weights: "Higher weight ranks higher. Fields that are not listed are not searched.",
  counted: "Order and number of values of a facet, for searches that do not name their own.",
  ranks: "Numbers of a document that raise it among the results: popularity, rating.",
};
const lacking = {
  weights: "The index has no text fields.",
  counted: "The index has no fields that can be counted.",
  ranks: "The schema has no field of the type rank_feature.",
};
const none = {
  weights: "No default fields; requests must send dataField.",
  counted: "No field is chosen.",
  ranks: "No rank feature is used.",
};

/** The fields of a setting, each a row, and the way to more of them. */
export function Rows({ index, setting, form, rows, shown, ranged, focus, open }: RowsProps) {
  const { name, of } = setting;
  const gone = new Set(shown.gone);
  return (
    <FieldRows
      legend={setting.label}
      hint={hints[of]}
      empty={
        shown.anyInSchema ? (
          <p>
            {none[of]}{" "}
            {of === "weights" && (
              <PlainLink to={screenPath(appLevel(index), "search/set-up")} className="link">
                Set up search
              </PlainLink>
            )}
          </p>
        ) : (
          <p>
            {lacking[of]}{" "}
            <PlainLink to={screenPath(appLevel(index), "schema")} className="link">
              Schema
            </PlainLink>
          </p>
        )
      }
      foot={
        ((open && shown.offered.length > 0) || shown.pages > 1 || shown.acting !== "") && (
          <Foot {...{ name, form, shown, focus, open }} label={adding[of]} />
        )
      }
    >
      {rows.map((row, at) => {
        const field = row.text("field");
        const common = {
          form,
          name: `${name}[${at}]`,
          row,
          gone,
          focus: focus === `${name}:${field}`,
          remove: open && <Remove name={name} field={field} />,
        };
        if (of === "weights") return <WeightRow key={field} {...common} />;
        return of === "ranks" ? (
          <RankRow key={field} {...common} />
        ) : (
          <CountedRow key={field} {...common} ranged={ranged.includes(field)} />
        );
      })}
    </FieldRows>
  );
}

function CountedRow({ form, name, row, gone, focus, remove, ranged }: RowProps & { ranged: boolean }) {
  const field = row.text("field");
  const value = rowControl(form, `${name}.value`, focus);
  const initial = row.text("value");
  return (
    <FieldRow
      // The exact sub-field of a text is called as the text is.
      label={field.replace(/\.keyword$/, "")}
      labelFor={value.props.id}
      note={gone.has(field) && <Gone />}
      controls={[value]}
      action={remove}
    >
      <input type="hidden" name={`${name}.field`} form={form.id} value={field} />
      <select defaultValue={initial} {...value.props}>
        <option value="term">Values</option>
        {(ranged || initial === "range") && <option value="range">Range</option>}
      </select>
    </FieldRow>
  );
}

function Remove({ name, field }: { name: string; field: string }) {
  return (
    <Button
      tone="quiet"
      className="px-1.5"
      name="remove"
      value={`${name}:${field}`}
      formNoValidate
      aria-label={`Remove ${field}`}
    >
      Remove
    </Button>
  );
}

/** To another page of rows. What was typed on this one is saved with the draft on the way. */
function Turn({ to, label, open }: { to: number; label: string; open: boolean }) {
  if (!open) return <LinkButton to={`?page=${to}`}>{label}</LinkButton>;
  return (
    <Button name={TURN} value={to}>
      {label}
    </Button>
  );
}

type FootProps = { name: string; label: string; form: AnyForm; shown: RowsShown; focus: string | null; open: boolean };

function Foot({ name, label, form, shown, focus, open }: FootProps) {
  const { page, pages, total, offered, made, lacking, acting } = shown;
  const add = rowControl(form, `add-${name}`, focus === name);
  return (
    <>
      {pages > 1 && (
        <p className="mb-2 flex flex-wrap items-center gap-2 text-13">
          Page {page} of {pages}, {formatNumber(total)} fields
          {page > 1 && <Turn to={page - 1} label="Previous" open={open} />}
          {page < pages && <Turn to={page + 1} label="Next" open={open} />}
        </p>
      )}
      {open && offered.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <input
            {...add.props}
            className={`${add.props.className} min-w-[9rem] flex-1`}
            list={`${add.props.id}-fields`}
            aria-label={label}
            placeholder={`${label} (${formatNumber(offered.length)} available)`}
            autoComplete="off"
            spellCheck={false}
          />
          <datalist id={`${add.props.id}-fields`}>
            {offered.map((field) => (
              <option key={field} value={field} />
            ))}
          </datalist>
          <Button>Add</Button>
          {made > 0 && total === 0 && (
            <Button name="add-all" value={name}>
              Add all {made} made for search
            </Button>
          )}
        </div>
      )}
      {acting !== "" && (
        <div className="mt-2 flex flex-wrap items-center gap-2 text-13">
          {open && lacking > 0 && (
            <Button name={ADD_SUB_FIELDS} value={name}>
              Add sub-fields
            </Button>
          )}
          <Name as="p">{acting}</Name>
        </div>
      )}
      <FieldErrors id={`${add.props.id}-error`} errors={add.errors} />
    </>
  );
}
