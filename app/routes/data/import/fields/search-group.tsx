import { CheckboxField, SelectField } from "~/components/forms/field";
import type { AnyField } from "~/components/forms/metadata";
import { FieldGroup } from "~/components/forms/server-form";
import { Notice } from "~/components/ui/message/notice";
import { languageLabel, languages } from "~/services/search-relevance/composition/language-names";
import type { OfferedSearch, SearchView } from "./search.server";

const options = languages.map((value) => ({
  value,
  label: value === "universal" ? "Universal (several languages)" : languageLabel(value),
}));

/** Whether search is set up once the rows are stored, and for which language. */
export function SearchGroup({ search, setUp, language }: { search: SearchView; setUp: AnyField; language: AnyField }) {
  if (search.kind === "off") return null;
  if (search.kind === "refused") return <Notice tone="info">Search will not be set up. {search.because}</Notice>;
  return (
    <FieldGroup legend="Search">
      <CheckboxField
        field={setUp}
        label="Set up search"
        hint="When the import is done, version 1 of the relevance settings is published: search fields and weights, facets and language, by the roles above."
      />
      {search.language !== null && (
        <SelectField field={language} label="Language" hint={foundWords(search)} options={options} />
      )}
    </FieldGroup>
  );
}

function foundWords({ found }: OfferedSearch): string {
  if (found === null) return "The texts are too short to detect a language.";
  return `Detected from the texts: ${languageLabel(found.language)}, ${Math.round(found.share * 100)}% certain.`;
}
