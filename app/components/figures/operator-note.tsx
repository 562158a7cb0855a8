import type { ReactNode } from "react";
import { useShell } from "~/navigation/use-shell";

/** What only whoever runs the server can do about something: for admins alone, and folded. */
export function OperatorNote({ children }: { children: ReactNode }) {
  const user = useShell()?.user;
  if (user?.isAdmin !== true) return null;
  return (
    <details className="mb-4 mt-2 max-w-text text-13">
      <summary className="link w-fit">Server setup</summary>
      <p className="mt-1 text-muted">{children}</p>
    </details>
  );
}
