import type { ReactNode } from "react";
import type { Failure } from "~/lib/messages/user-messages";
import { ErrorPanel, notLoaded } from "../message/error-panel";
import { Panel } from "./panel";

type Settled<T> = { ok: true; value: T } | { ok: false; failure: Failure };

type SettledPanelProps<T> = {
  /** What `panel` or `settle` of the loader gave. */
  of: Settled<T> | { later: Promise<Settled<T>> };
  /** "Fields": said while it is on its way, and where it could not be loaded. */
  what: string;
  children: (value: T) => ReactNode;
};

/** A part of a page that settles alone: on its way, failed with why, or its value. */
export function SettledPanel<T>({ of, what, children }: SettledPanelProps<T>) {
  return (
    <Panel of={of} waiting={<p className="text-muted">{`Loading ${what.toLowerCase()}…`}</p>}>
      {(found: Settled<T>) =>
        found.ok ? children(found.value) : <ErrorPanel title={notLoaded(what, found.failure)} failure={found.failure} />
      }
    </Panel>
  );
}
