import type { Reply } from "../http/reply";
import type { Context, Route } from "../http/types";

export type RecordedCall = { route: Route; context: Context; reply: Reply; requestBody: string; took: number };
/** Takes calls for the request log; never throws and never waits. */
export type Recorder = { record: (call: RecordedCall) => void; close: () => Promise<void> };
