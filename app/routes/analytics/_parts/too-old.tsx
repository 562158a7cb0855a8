import { EmptyState } from "~/components/kit";

/** In place of a screen for which the server is too old. */
export function TooOld({ what, needed, version }: { what: string; needed: string; version: string }) {
  return (
    <EmptyState title={`${what} require server version ${needed} or later`}>
      <p>This server runs version {version}.</p>
    </EmptyState>
  );
}
