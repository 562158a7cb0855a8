import { CodeBlock } from "~/components/ui/request/code-block";

type AsJsonProps = {
  /** What it is of: "The rule". */ label: string;
  text: string;
};

/** The text of a thing that is told in facts, folded. */
export function AsJson({ label, text }: AsJsonProps) {
  return (
    <details className="mt-2">
      <summary className="link flex w-fit items-center gap-2 text-13 font-semibold">
        <span aria-hidden="true" className="chevron" />
        Show as JSON
      </summary>
      <div className="mt-2">
        <CodeBlock label={label} text={text} />
      </div>
    </details>
  );
}
