import { Notice } from "~/components/ui/notice";

export function FlashMessage({ flash }: { flash: { kind: "good" | "bad" | "info"; text: string } }) {
  return (
    <Notice tone={flash.kind} role={flash.kind === "bad" ? "alert" : "status"}>
      {flash.text}
    </Notice>
  );
}
