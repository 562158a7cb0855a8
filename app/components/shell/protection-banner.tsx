import { PlainLink } from "~/components/ui/plain-link";
import { Time } from "~/components/ui/time";
import { type LevelRef, screenPath } from "~/navigation/paths";

type Protection =
  | { mode: "open" }
  | { mode: "read-only" }
  | { mode: "protected"; window: { person: string; reason: string; ends: number } | null };

/** On every page of a marked server: what it takes from this console now. */
export function ProtectionBanner({ protection, server, at }: { protection: Protection; server: string; at: LevelRef }) {
  if (protection.mode === "open") return null;
  const link = (label: string) => (
    <PlainLink to={screenPath(at, "changes/writing-window")} className="link font-semibold">
      {label}
    </PlainLink>
  );
  const look = "border-b px-4 py-1.5 text-13 [overflow-wrap:anywhere] medium:px-6";
  if (protection.mode === "read-only") {
    return (
      <p className={`${look} border-line bg-info-soft text-info`}>
        <strong>Read-only.</strong> This console sends no changes to {server}.
      </p>
    );
  }
  const { window } = protection;
  if (window === null) {
    return (
      <p className={`${look} border-line bg-info-soft text-info`}>
        <strong>Protected.</strong> No writing window is open on {server}. {link("Open a writing window")}
      </p>
    );
  }
  return (
    <p className={`${look} border-warn bg-warn-soft text-warn`}>
      <strong>Writing window open</strong> on {server}, ends <Time value={window.ends} />. {window.person}:{" "}
      {window.reason}. {link("End it")}
    </p>
  );
}
