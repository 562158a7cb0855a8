import type { ReactNode } from "react";
import { PageHeader } from "../page/page-header";
import { EmptyState } from "./empty-state";

type NotOfferedProps = {
  /** Of the page. */
  title: string;
  /** "This server …": "has no rules" */
  lacks: string;
  /** Why some servers have it and this one has not. */
  why?: string;
  /** What to do instead, after the reason. */
  children?: ReactNode;
  action?: ReactNode;
};

const NEWER = "They came with a later version of ReactiveSearch, or belong to a larger edition.";

/** In place of a page whose calls the server does not have. */
export function NotOffered({ title, lacks, why = NEWER, children, action }: NotOfferedProps) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={`This server ${lacks}`} action={action}>
        <p>
          {why}
          {children}
        </p>
      </EmptyState>
    </>
  );
}
