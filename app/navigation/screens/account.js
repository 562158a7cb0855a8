// Pages outside the levels: of the account, and without the shell.

/** Pages of the account and of the console itself, inside the shell but outside both levels. */
/** @type {import("./levels.js").Child[]} */
export const accountScreens = [
  { path: "account/preferences", file: "routes/account/preferences.tsx" },
  { path: "account/sign-ins", file: "routes/account/sign-ins.tsx" },
  { path: "account/second-factor", file: "routes/account/second-factor/state.tsx" },
  { path: "account/second-factor/set-up", file: "routes/account/second-factor/set-up.tsx" },
  { path: "account/second-factor/codes", file: "routes/account/second-factor/codes.tsx" },
  { path: "account/second-factor/new-codes", file: "routes/account/second-factor/with-code.tsx" },
  { path: "account/second-factor/replace", file: "routes/account/second-factor/with-code.tsx" },
  { path: "account/second-factor/off", file: "routes/account/second-factor/with-code.tsx" },
  { path: "indices", file: "routes/_levels/indices.tsx" },
  { path: "go", file: "routes/go/route.tsx" },
];

/** Pages without the shell. */
/** @type {import("./levels.js").Child[]} */
export const plainPages = [
  { path: "login", file: "routes/account/login.tsx" },
  { path: "login/code", file: "routes/account/second-factor/login.tsx" },
  { path: "login/no-access", file: "routes/account/oidc/no-access.tsx" },
  { path: "logout", file: "routes/account/logout.tsx" },
  { path: "signup", file: "routes/account/signup.tsx" },
  { path: "install", file: "routes/account/install.tsx" },
  { path: "support", file: "routes/account/support.tsx" },
  { path: "billing", file: "routes/billing/plans.tsx" },
];

/** @type {import("./levels.js").Child[]} */
export const resources = [
  { path: "resources/go", file: "routes/go/resource.ts" },
  { path: "account/view", file: "routes/account/view.ts" },
  { path: "login/oidc", file: "routes/account/oidc/start.ts" },
  { path: "login/oidc/callback", file: "routes/account/oidc/callback.ts" },
  { path: "logout/provider", file: "routes/account/oidc/end.ts" },
  { path: "resources/preferences", file: "routes/resources/preferences.ts" },
  { path: "resources/jobs/events", file: "routes/resources/jobs/events.ts" },
];
