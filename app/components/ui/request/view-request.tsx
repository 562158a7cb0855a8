import type { ShownRequest } from "~/lib/shown-request";
import { CodeBlock } from "./code-block";
import { StatusBadge, type Tone } from "../message/status-badge";

const methodTones: Record<string, Tone> = { GET: "info", POST: "good", PUT: "warn", PATCH: "warn", DELETE: "bad" };

/** An HTTP method as a badge. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <StatusBadge tone={methodTones[method] ?? "neutral"} shape={false}>
      {method}
    </StatusBadge>
  );
}

/** The request that a change sends, or sent, folded: method and path, body, and the same as a curl command without the password. */
export function ViewRequest({ request, label = "View request", open = false }: { request: ShownRequest; label?: string; open?: boolean }) {
  const { method, path, body, curl, remark } = request;
  return (
    <details open={open} className="mb-4 max-w-[1000px]">
      <summary className="link w-fit text-13">{label}</summary>
      <div className="mt-2 grid gap-3">
        <p className="flex flex-wrap items-center gap-2 font-mono text-code">
          <MethodBadge method={method} />
          <span className="min-w-0 [overflow-wrap:anywhere]">{path}</span>
        </p>
        {remark !== null && <p className="text-13 text-muted">{remark}</p>}
        {body !== null && <CodeBlock label="Body" text={body} />}
        <CodeBlock label="curl" text={curl} />
      </div>
    </details>
  );
}
