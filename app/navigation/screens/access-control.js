// The section Access control.

import { both } from "./levels.js";

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  {
    path: "user-management",
    file: "routes/access-control/users/list.tsx",
    on: ["cluster"],
    children: [
      { path: "new", file: "routes/access-control/users/new.tsx" },
      { path: ":userName", file: "routes/access-control/users/user.tsx" },
      { path: ":userName/edit", file: "routes/access-control/users/edit.tsx" },
      { path: ":userName/review", file: "routes/access-control/users/review.tsx" },
      { path: ":userName/password", file: "routes/access-control/users/password.tsx" },
      { path: ":userName/second-factor", file: "routes/access-control/users/second-factor.tsx" },
      { path: ":userName/delete", file: "routes/access-control/users/delete.tsx" },
      { path: ":userName/view", file: "routes/access-control/users/view.tsx" },
    ],
  },
  {
    path: "role-based-access",
    file: "routes/access-control/roles/roles.tsx",
    on: ["cluster"],
    children: [{ path: "token", file: "routes/access-control/roles/token.tsx" }],
  },
  { path: "sync-preferences", file: "routes/access-control/sync/preferences.tsx", on: ["cluster"] },
  {
    path: "credentials",
    file: "routes/access-control/credentials/list.tsx",
    on: both,
    children: [
      { path: "new", file: "routes/access-control/credentials/new.tsx" },
      // One step deeper than a credential, under names that no page of one has.
      { path: "app/shares", file: "routes/access-control/sharing/shares.tsx", on: ["app"] },
      { path: "app/add-share", file: "routes/access-control/sharing/add.tsx", on: ["app"] },
      { path: "app/end-share", file: "routes/access-control/sharing/end.tsx", on: ["app"] },
      { path: ":credentialName", file: "routes/access-control/credentials/credential.tsx" },
      { path: ":credentialName/edit", file: "routes/access-control/credentials/edit.tsx" },
      { path: ":credentialName/review", file: "routes/access-control/credentials/review.tsx" },
      { path: ":credentialName/rotate", file: "routes/access-control/credentials/rotate.tsx" },
      { path: ":credentialName/delete", file: "routes/access-control/credentials/delete.tsx" },
    ],
  },
];
