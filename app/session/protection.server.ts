import type { Config } from "~/server/config.server";
import { type ClosedGate, type Gate, open } from "~/lib/access-control/gate";
import { currentWindow, type WritingWindow } from "~/services/platform/store/windows.server";
import { mayBeListedUrl } from "./allowed-urls.server";

/** What the configuration says of a server, and the writing window that is open on it. */
export type Protection = { mode: "open" } | { mode: "read-only" } | { mode: "protected"; window: WritingWindow | null };

/** How a server is protected now. */
export function protectionOf({ url, config }: { url: string; config: Config }): Protection {
  if (mayBeListedUrl({ url, patterns: config.readOnlyServers })) return { mode: "read-only" };
  if (!mayBeListedUrl({ url, patterns: config.protectedServers })) return { mode: "open" };
  return { mode: "protected", window: currentWindow({ dataDir: config.dataDir, server: url }) };
}

const readOnly: ClosedGate = {
  ok: false,
  because: "protected",
  missing: "This server is read-only in this console",
  who: "whoever runs the console",
  help: "Whoever runs the console can change that (READ_ONLY_SERVERS).",
};

const noWindow: ClosedGate = {
  ok: false,
  because: "protected",
  missing: "This server is protected and no writing window is open",
  who: "anybody who may make changes",
  help: "Open a writing window under Changes first.",
};

/** Whether the server takes changes from this console now. */
export function protectionGate(protection: Protection): Gate {
  if (protection.mode === "open") return open;
  if (protection.mode === "read-only") return readOnly;
  return protection.window === null ? noWindow : open;
}
