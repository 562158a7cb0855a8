import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from "@headlessui/react";
import { useNavigate } from "@remix-run/react";
import type { PaletteAnswer, PaletteEntry } from "~/routes/go/palette";
import { usePaletteSearch } from "./use-search";

export type PaletteProps = {
  /** The index that the page is about. */
  app: string | undefined;
  onClose: () => void;
};

/**
 * The palette as a dialog: one field, and what fits below it, by keys alone if wanted. A file of its own, for Headless
 * UI weighs as much as a page.
 */
export function Palette({ app, onClose }: PaletteProps) {
  const { answer, waiting, ask } = usePaletteSearch({ app });
  const navigate = useNavigate();
  const groups = answer?.groups ?? [];
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  function go({ to }: PaletteEntry) {
    onClose();
    navigate(to);
  }
  return (
    <Dialog open onClose={onClose} className="relative z-50">
      <DialogBackdrop className="palette-back fixed inset-0" />
      <div className="fixed inset-0 overflow-y-auto px-4 pb-8 pt-[12vh]">
        <DialogPanel className="mx-auto max-w-[620px] overflow-hidden rounded border border-line-strong bg-surface shadow">
          <DialogTitle className="sr-only">Go to</DialogTitle>
          <Combobox<PaletteEntry | null> immediate onChange={(entry) => entry && go(entry)}>
            <ComboboxInput
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog is for nothing but this field
              autoFocus
              aria-label="Screen, index, document ID or job"
              placeholder="Screen, index, document ID or job"
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              displayValue={() => ""}
              onChange={({ target }) => ask(target.value)}
              // Once is enough: by itself the first Escape would only fold away the list.
              onKeyDown={(event) => {
                if (event.key !== "Escape") return;
                event.preventDefault();
                onClose();
              }}
              className="h-12 w-full border-b border-line bg-surface px-4 text-16 outline-none"
            />
            <ComboboxOptions static modal={false} className="max-h-[60vh] overflow-y-auto p-2 outline-none">
              {groups.map(({ id, label, entries }) => (
                <div key={id} role="group" aria-label={label} className="mb-1">
                  <p aria-hidden="true" className="px-2 py-1 text-12 font-semibold text-faint">
                    {label}
                  </p>
                  {entries.map((entry) => (
                    <ComboboxOption key={entry.to} value={entry} className="palette-option">
                      <span className="truncate font-medium" title={entry.title}>
                        {entry.title}
                      </span>
                      <span className="palette-note">{entry.note}</span>
                    </ComboboxOption>
                  ))}
                </div>
              ))}
            </ComboboxOptions>
          </Combobox>
          {answer !== undefined && <Foot answer={answer} count={count} waiting={waiting} />}
        </DialogPanel>
      </div>
    </Dialog>
  );
}

function Foot({ answer, count, waiting }: { answer: PaletteAnswer; count: number; waiting: boolean }) {
  const found = waiting
    ? "Searching…"
    : count === 0
      ? `Nothing found for “${answer.typed}”.`
      : `${count} ${count === 1 ? "result" : "results"}.`;
  return (
    <p className="border-t border-line px-4 py-2 text-12 text-muted">
      <span role="status">{found}</span>
      {answer.missing.length > 0 && ` ${answer.missing.join(", ")} could not be searched.`} To find a document, enter a
      full document ID or index/ID.
    </p>
  );
}
