import type { ShownRequest } from "~/lib/data/shown-request";
import { CodeBlock } from "./code-block";
import { StatusBadge, type Tone } from "../message/status-badge";
import { Name } from "../name";

const methodTones: Record<string, Tone> = { GET: "info", POST: "good", PUT: "warn", PATCH: "warn", DELETE: "bad" };

/** An HTTP method as a badge. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <StatusBadge tone={methodTones[method] ?? "neutral"} shape={false}>
      {method}
    </StatusBadge>
  );
}

/** Method and path of a request; nothing where there was none. `cut`: on one line, the path in full in its title. */
export function RequestLine({ method, path, cut = false }: { method: string; path: string; cut?: boolean }) {
  if (method === "") return null;
  return (
    <span className={cut ? "flex items-center gap-2" : "flex flex-wrap items-center gap-2"}>
      <MethodBadge method={method} />
      <span
        className={`font-mono text-12 ${cut ? "max-w-[13rem] truncate" : "[overflow-wrap:anywhere]"}`}
        title={cut ? path : undefined}
      >
        {path}
      </span>
    </span>
  );
}

/**
 * The request that a change sends, or sent, folded: method and path, body, and the same as a curl command without the
 * password.
 */
export function ViewRequest({
  request,
  label = "View request",
  open = false,
}: {
  request: ShownRequest;
  label?: string;
  open?: boolean;
}) {
  const { method, path, body, curl, remark } = request;
  return (
    <details open={open} className="mb-4 max-w-[1000px]">
      <summary className="link w-fit text-13">{label}</summary>
      <div className="mt-2 grid gap-3">
        <p className="flex flex-wrap items-center gap-2 font-mono text-code">
          <MethodBadge method={method} />
          <Name className="min-w-0">{path}</Name>
        </p>
        {remark !== null && <p className="text-13 text-muted">{remark}</p>}
        {body !== null && <CodeBlock label="Body" text={body} />}
        <CodeBlock label="curl" text={curl} />
      </div>
    </details>
  );
}
