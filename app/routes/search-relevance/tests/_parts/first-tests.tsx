import { GatedLink } from "~/components/ui/message/gated";
import type { Gate } from "~/lib/access-control/gate";
import type { LevelRef } from "~/navigation/paths";
import { relevanceTests } from "./thing";

/** How an index without tests gets some: out of what people search for, or one by one. */
export function FirstTests({ at, gate }: { at: LevelRef; gate: Gate }) {
  return (
    <>
      <GatedLink gate={gate} to={relevanceTests.path(at, { page: "searches" })} label="Take searches of visitors…" />
      <GatedLink gate={gate} to={relevanceTests.path(at, { page: "new" })} label="Create test" />
    </>
  );
}
