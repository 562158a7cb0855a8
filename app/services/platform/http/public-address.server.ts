import type { Scope } from "~/session/scope.server";

/** Where browsers and applications reach the server of a session: SEARCH_PUBLIC_URL for the configured server. */
export function publicAddress({ session, context: { config } }: Pick<Scope, "session" | "context">): string {
  return session.url === config.searchUrl ? (config.searchPublicUrl ?? session.url) : session.url;
}

const HERE = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether only programs on the machine of the server reach an address. */
export const isOnlyHere = (url: string): boolean => HERE.test(new URL(url).hostname);
