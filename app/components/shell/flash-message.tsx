import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { Notice } from "~/components/ui/message/notice";
import { PlainLink } from "~/components/ui/plain-link";
import { type LevelRef, screenPath } from "~/navigation/paths";

type Flash = { kind: "good" | "bad" | "info"; text: string; undo?: string | undefined };

/** What has just happened, with the way back where there is one; nothing where nothing has. It stays until another page comes. */
export function FlashMessage({ flash, at }: { flash: Flash | undefined; at: LevelRef }) {
  const shown = useUntilNextPage(flash);
  if (shown === undefined) return null;
  return (
    <Notice tone={shown.kind} role={shown.kind === "bad" ? "alert" : "status"}>
      {shown.text}
      {shown.undo !== undefined && (
        <>
          {" "}
          <PlainLink to={screenPath(at, "changes", { rest: [shown.undo, "undo"] })} className="link font-semibold">
            Undo…
          </PlainLink>
        </>
      )}
    </Notice>
  );
}

/** A page that loads its data again, as that of a job does when the job ends, gets no flash with it: the one it came with was taken, and would be gone unread. */
function useUntilNextPage(flash: Flash | undefined): Flash | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, flash });
  if (flash !== undefined && (flash !== kept.flash || key !== kept.key)) setKept({ key, flash });
  return flash ?? (key === kept.key ? kept.flash : undefined);
}
