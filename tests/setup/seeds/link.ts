import { addLink, newToken } from "~/services/analytics/shared-links/store.server";

/** A shared link whose id tests know beforehand: for the screens about one. Gives what its address ends in. */
export function seedLink({
  dataDir,
  id,
  server,
  index,
}: {
  dataDir: string;
  id: string;
  server: string;
  index: string;
}): string {
  const token = newToken();
  const now = Date.now();
  const page = { screen: "popular-searches", search: "?range=last-7-days", zone: "UTC", label: "For the team" };
  const link = {
    id,
    token,
    server,
    index_name: index,
    person: "admin",
    created: now,
    ends: now + 7 * 86_400_000,
    credential: "sharedcred01",
    sealed: "",
  };
  addLink({ dataDir }, { ...link, ...page });
  return token;
}
