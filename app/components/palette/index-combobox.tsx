import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import type { PaletteEntry } from "~/routes/go/palette";
import { usePaletteSearch } from "./use-search";

/** Opens one index among many, found by a part of its name. */
export function IndexCombobox() {
  const { answer, waiting, ask } = usePaletteSearch({ only: "indices" });
  const entries = answer?.groups.flatMap((group) => group.entries) ?? [];
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  return (
    <Combobox<PaletteEntry | null> onChange={(entry) => entry && navigate(entry.to)}>
      <ComboboxInput
        aria-label="Find an index"
        placeholder="Find an index"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        displayValue={() => typed}
        onChange={({ target }) => {
          setTyped(target.value);
          ask(target.value);
        }}
        className="mb-1 h-8 w-full rounded border border-line-strong bg-surface px-2 text-13"
      />
      {typed !== "" && (
        <ComboboxOptions
          modal={false}
          className="mb-1 max-h-[40vh] overflow-y-auto border-b border-line pb-1 outline-none"
        >
          {entries.map((entry) => (
            <ComboboxOption key={entry.to} value={entry} className="palette-option">
              <span className="truncate" title={entry.title}>
                {entry.title}
              </span>
            </ComboboxOption>
          ))}
          {!waiting && entries.length === 0 && (
            <p className="px-2 py-1 text-12 text-muted">No index has this in its name.</p>
          )}
        </ComboboxOptions>
      )}
    </Combobox>
  );
}
