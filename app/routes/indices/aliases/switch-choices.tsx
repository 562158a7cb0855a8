import { FilterSelect } from "~/components/ui/filter/filter-bar";

type SwitchChoicesProps = {
  chosen: { alias: string; from: string; to: string };
  choices: { aliases: string[]; members: string[]; indices: string[] };
};

const labelled = "mb-3 block text-13 font-semibold [&>label]:mt-1 [&>label]:font-normal";

/** Which alias goes from where to where. What the first choice offers for the second comes with the page after it. */
export function SwitchChoices({ chosen, choices: { aliases, members, indices } }: SwitchChoicesProps) {
  const options = (names: readonly string[], first: string) => [
    { value: "", label: first },
    ...names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <>
      <div className={labelled}>
        <span aria-hidden="true">Alias</span>
        <FilterSelect
          name="alias"
          label="Alias"
          defaultValue={chosen.alias}
          options={options(aliases, "Choose an alias")}
        />
      </div>
      {members.length > 1 && (
        <div className={labelled}>
          <span aria-hidden="true">From</span>
          <FilterSelect
            name="from"
            label="From"
            defaultValue={chosen.from}
            options={options(members, `All ${members.length} indices`)}
          />
        </div>
      )}
      <div className={labelled}>
        <span aria-hidden="true">To index</span>
        <FilterSelect
          name="to"
          label="To index"
          defaultValue={chosen.to}
          options={options(indices, "Choose an index")}
        />
      </div>
    </>
  );
}
