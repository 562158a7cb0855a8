import { Await } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";

type PanelProps<T> = {
  /** What `panel` of the loader gave: there already, or on its way. */
  of: T | { later: Promise<T> };
  /** Stands in its place until it comes; about as large, so that the page does not jump. */
  waiting: ReactNode;
  children: (settled: T) => ReactNode;
};

/** A part of a page that may come after it. Without scripts it never does, and `of` is settled. */
export function Panel<T extends object>({ of, waiting, children }: PanelProps<T>) {
  if (!("later" in of)) return <>{children(of)}</>;
  return (
    <Suspense fallback={waiting}>
      <Await resolve={of.later}>{(settled) => children(settled)}</Await>
    </Suspense>
  );
}

/** The panel where it is there, undefined while it is on its way: for a word about it elsewhere on the page. */
export function arrived<T extends object>(of: T | { later: Promise<T> }): T | undefined {
  return "later" in of ? undefined : of;
}
