import { CodeBlock } from "./code-block";

/** The call behind a page, from `shownRequest`. */
export function RequestView({ request }: { request: { label: string; json: string; curl: string } }) {
  return (
    <div className="mb-4 grid gap-3 large:grid-cols-2">
      <CodeBlock label={request.label} text={request.json} />
      <CodeBlock label="curl" text={request.curl} />
    </div>
  );
}
