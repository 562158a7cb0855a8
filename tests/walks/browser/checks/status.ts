import type { Seen } from "../seen";

/** The address answers as it should and is not the sign-in. */
export function status({ page, path, status: answered, expected }: Seen): string[] {
  const signedOut = new URL(page.url()).pathname === "/login" && !path.startsWith("/login");
  return [
    ...(expected.includes(answered) ? [] : [`status ${answered}`]),
    ...(signedOut ? ["leads to the sign-in"] : []),
  ];
}
