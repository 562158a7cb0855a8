import type { ReactNode } from "react";
import { PageHeader } from "../page/page-header";
import { EmptyState } from "./empty-state";

type NotOfferedProps = {
  /** Of the page. */
  title: string;
  /** "This server …": "has no rules" */
  lacks: string;
  /** What to do instead, after the reason. */
  children?: ReactNode;
  action?: ReactNode;
};

/** In place of a page whose calls the server does not have. */
export function NotOffered({ title, lacks, children, action }: NotOfferedProps) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={`This server ${lacks}`} action={action}>
        <p>They came with a later version of ReactiveSearch, or belong to a larger edition.{children}</p>
      </EmptyState>
    </>
  );
}
