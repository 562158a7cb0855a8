import { callMessages } from "~/lib/messages/call-messages";
import { useEffect, useState } from "react";

type State = "idle" | "copied" | "failed";

/** Copies a text; there only where scripts run, since nothing else can. `done` and `failed` are what is said then. */
export function CopyButton({
  text,
  label = "Copy",
  done = "Copied",
  failed = "Couldn't copy it. Try again",
}: {
  text: string;
  label?: string;
  done?: string;
  failed?: string;
}) {
  const [ready, setReady] = useState(false);
  const [state, setState] = useState<State>("idle");
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("failed");
    }
  }
  return (
    <span className="inline-flex items-center gap-2">
      <button type="button" onClick={() => void copy()} className="link">
        {label}
      </button>
      <span role="status" className="text-12">
        {state === "copied" ? done : state === "failed" ? failed : ""}
      </span>
    </span>
  );
}

/** Copies a request, or what answered it: the same words at each of them. */
export function CopyRequest({ text, label }: { text: string; label?: string }) {
  return (
    <CopyButton
      text={text}
      {...(label !== undefined && { label })}
      done={callMessages.requestCopied}
      failed={callMessages.requestNotCopied}
    />
  );
}
