import { TextArea, TextField } from "~/components/forms/field";
import { JsonArea } from "~/components/forms/code/json-area";
import { ListField } from "~/components/forms/list-field";
import { DocumentsField } from "./documents-field";
import type { RuleFields } from "./fields-type";
import { rowsOf, type Shown, textsOf } from "./form-rows";
import { FunctionField } from "./function-field";
import { LABELS } from "./labels";
import type { RulePage } from "./load.server";
import { PairsField } from "./pairs-field";
import { ScriptFields } from "./script-fields";

type ActionFieldsProps = {
  type: string;
  page: RulePage;
  fields: RuleFields;
  shown: Shown;
  busy: boolean;
  scripts: boolean;
};

/** The fields of an action. */
export function ActionFields({ type, page, fields, shown, busy, scripts }: ActionFieldsProps) {
  const { tried, titles } = page;
  const pairs = { scripts, busy, type };
  switch (type) {
    case "promote_result":
      return (
        <DocumentsField
          kind="promote"
          field={fields.promoted}
          rows={rowsOf(shown?.promoted, ["json", "position"])}
          titles={titles}
          finder={{ found: tried.found, text: tried.find }}
          busy={busy}
        />
      );
    case "hide_result":
      return (
        <DocumentsField
          kind="hide"
          field={fields.hide}
          rows={textsOf(shown?.hide).map((id) => ({ json: id }))}
          titles={titles}
          finder={{ found: tried.foundHide, text: tried.findHide }}
          busy={busy}
        />
      );
    case "replace_search_term":
      return (
        <TextField
          field={fields.term}
          label={LABELS.term}
          hint="Searched for in place of what was typed."
          autoComplete="off"
        />
      );
    case "remove_words":
      return (
        <ListField field={fields.removeWords} label={LABELS.removeWords} hint="Left out of what was typed." rows={2} />
      );
    case "replace_words":
      return (
        <PairsField
          {...pairs}
          field={fields.words}
          name="words"
          parts={[
            { name: "from", label: "Words" },
            { name: "to", label: "Replaced with" },
          ]}
          between="with"
          more="Add words"
          rows={rowsOf(shown?.words, ["from", "to"])}
        />
      );
    case "add_filter":
      return (
        <PairsField
          {...pairs}
          field={fields.filters}
          name="filters"
          parts={[
            { name: "field", label: "Field", list: "rule-fields", placeholder: "brand.keyword" },
            { name: "values", label: "Values", placeholder: "acme, other" },
          ]}
          between="is"
          more="Add filter"
          rows={rowsOf(shown?.filters, ["field", "values"])}
        />
      );
    case "search_settings":
      return (
        <TextArea
          field={fields.searchFields}
          label={LABELS.searchFields}
          hint="Fields to search, one on each line, with a weight after ^: title^2"
          rows={3}
          code
        />
      );
    case "replace_search_query":
      return (
        <TextField
          field={fields.searchQuery}
          label={LABELS.searchQuery}
          hint="In query string syntax; $1 is the first group of a condition that matches an expression."
          autoComplete="off"
          spellCheck={false}
        />
      );
    case "custom_data":
      return (
        <JsonArea
          field={fields.customData}
          label={LABELS.customData}
          hint="Any JSON. Applications find it in the answer as customData."
          rows={4}
        />
      );
    case "script":
      return <ScriptFields page={page} fields={fields} busy={busy} />;
    case "function":
      return <FunctionField functions={page.functions} field={fields.function} />;
    default:
      return <p className="mb-3 text-13 text-muted">This action comes from the server and stays as it is.</p>;
  }
}
