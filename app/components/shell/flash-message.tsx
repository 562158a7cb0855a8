import { useState } from "react";
import { Notice } from "~/components/ui/message/notice";
import { PlainLink } from "~/components/ui/plain-link";
import { type LevelRef, screenPath } from "~/navigation/paths";

type Link = { to: string; label: string };
type Flash = { kind: "good" | "bad" | "info"; text: string; undo?: string | undefined; link?: Link | undefined };

/**
 * What has just happened, with the way back where there is one; nothing where nothing has. With a key of the page it
 * stays until another page comes: one that loads its data again, as that of a job does when the job ends, gets no flash
 * with it, and the one before would be gone unread.
 */
export function FlashMessage({ flash, at }: { flash: Flash | undefined; at: LevelRef }) {
  const [first] = useState(flash);
  const shown = flash ?? first;
  return (
    shown && (
      <Notice tone={shown.kind} role={shown.kind === "bad" ? "alert" : "status"}>
        {shown.text}
        {shown.link !== undefined && (
          <>
            {" "}
            <PlainLink to={shown.link.to} className="link font-semibold">
              {shown.link.label}
            </PlainLink>
          </>
        )}
        {shown.undo !== undefined && (
          <>
            {" "}
            <PlainLink to={screenPath(at, "changes", { rest: [shown.undo, "undo"] })} className="link font-semibold">
              Undo…
            </PlainLink>
          </>
        )}
      </Notice>
    )
  );
}
