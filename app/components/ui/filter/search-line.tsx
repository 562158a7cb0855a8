import { Button } from "../button";

type SearchLineProps = {
  /** What was searched for; another text is another input. */
  text: string;
  /** Each time that it changes, with scripts. */
  onTyped?: (text: string) => void;
  /** On a page where one types next as long as nothing was searched for. */
  takesFocus?: boolean;
  /** `plain` on a page whose first button is another one. */
  tone?: "primary" | "plain";
};

/** The line to search by and its button, large: part of the form of a page whose results they are (`q`). */
export function SearchLine({ text, onTyped, takesFocus = false, tone = "primary" }: SearchLineProps) {
  return (
    <div className="flex gap-2">
      <label className="min-w-0 flex-1">
        <span className="sr-only">Search for</span>
        <input
          key={text}
          type="search"
          name="q"
          defaultValue={text}
          maxLength={1000}
          autoComplete="off"
          placeholder="Search for"
          onChange={onTyped && ((event) => onTyped(event.currentTarget.value))}
          // The page is for nothing else; results are read with the keyboard from where they are.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus && text === ""}
          className="min-h-[38px] w-full rounded border border-line-strong bg-surface px-2.5 py-1 text-14 text-ink"
        />
      </label>
      <Button tone={tone} className="min-h-[38px]">
        Search
      </Button>
    </div>
  );
}
