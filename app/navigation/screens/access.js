// The section Access control.

import { both } from "./levels.js";

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  {
    path: "user-management",
    file: "routes/access/users/list.tsx",
    on: ["cluster"],
    children: [
      { path: "new", file: "routes/access/users/new.tsx" },
      { path: ":userName", file: "routes/access/users/user.tsx" },
      { path: ":userName/edit", file: "routes/access/users/edit.tsx" },
      { path: ":userName/review", file: "routes/access/users/review.tsx" },
      { path: ":userName/password", file: "routes/access/users/password.tsx" },
      { path: ":userName/second-factor", file: "routes/access/users/second-factor.tsx" },
      { path: ":userName/delete", file: "routes/access/users/delete.tsx" },
      { path: ":userName/view", file: "routes/access/users/view.tsx" },
    ],
  },
  { path: "role-based-access", file: "routes/access/roles/roles.tsx", on: ["cluster"], children: [{ path: "token", file: "routes/access/roles/token.tsx" }] },
  { path: "sync-preferences", file: "routes/access/sync/preferences.tsx", on: ["cluster"] },
  {
    path: "credentials",
    file: "routes/access/credentials/list.tsx",
    on: both,
    children: [
      { path: "new", file: "routes/access/credentials/new.tsx" },
      // One step deeper than a credential, under names that no page of one has.
      { path: "app/shares", file: "routes/access/sharing/shares.tsx", on: ["app"] },
      { path: "app/add-share", file: "routes/access/sharing/add.tsx", on: ["app"] },
      { path: "app/end-share", file: "routes/access/sharing/end.tsx", on: ["app"] },
      { path: ":credentialName", file: "routes/access/credentials/credential.tsx" },
      { path: ":credentialName/edit", file: "routes/access/credentials/edit.tsx" },
      { path: ":credentialName/review", file: "routes/access/credentials/review.tsx" },
      { path: ":credentialName/rotate", file: "routes/access/credentials/rotate.tsx" },
      { path: ":credentialName/delete", file: "routes/access/credentials/delete.tsx" },
    ],
  },
];
