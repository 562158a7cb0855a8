import { Notice } from "~/components/ui/message/notice";
import { PlainLink } from "~/components/ui/plain-link";
import { type LevelRef, screenPath } from "~/navigation/paths";

type Flash = { kind: "good" | "bad" | "info"; text: string; undo?: string | undefined };

/** What has just happened, with the way back where there is one. */
export function FlashMessage({ flash, at }: { flash: Flash; at: LevelRef }) {
  return (
    <Notice tone={flash.kind} role={flash.kind === "bad" ? "alert" : "status"}>
      {flash.text}
      {flash.undo !== undefined && (
        <>
          {" "}
          <PlainLink to={screenPath(at, "changes", { rest: [flash.undo, "undo"] })} className="link font-semibold">
            Undo…
          </PlainLink>
        </>
      )}
    </Notice>
  );
}
