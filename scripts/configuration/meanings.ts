/** What a variable is for; `unset` says what stands for a default where there is none to show. */
type Meaning = { says: string; unset?: string };

/** Every variable of the configuration in words, by what it is about, in the order of the page. */
export const MEANINGS: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  "Where it listens and keeps": {
    HOST: {
      says: "address that the console listens on; the back end stays on loopback",
    },
    PORT: {
      says: "port that the console listens on; `0` takes a free one",
    },
    DATA_DIR: {
      says: "folder of everything that is kept",
    },
    BACKEND_PORT: {
      says: "port of the embedded back end, on loopback",
    },
    PUBLIC_URL: {
      says: "where people open this console, without a path: `https://search.example.com`. Links in mails begin with it, and nothing is mailed without it; OpenID Connect and links that are handed on use it too",
    },
    TRUST_PROXY: {
      says: "`true`, number of proxies in front, or comma list of their addresses: whose `X-Forwarded-*` headers are believed",
    },
    TRUSTED_PROXIES: {
      says: "addresses and networks of consoles and balancers in front of the back end: the `X-Forwarded-For` that they send tells who tries passwords, and what they send without one they count themselves",
    },
    FRAME_ANCESTORS: {
      says: "`self` or a comma list of origins that may show the console in a frame",
    },
    BACKEND_TIMEOUT_MS: {
      says: "how long one call to the search server may take",
    },
  },
  "Which servers": {
    SEARCH_URL: {
      says: "use this server; the embedded back end is not started",
    },
    SEARCH_PUBLIC_URL: {
      says: "where browsers and applications reach the search server, when it is not the address that the console calls (`SEARCH_URL`, else the embedded back end): `https://search.example.com`. Snippets are made with it",
    },
    ALLOWED_CLUSTER_URLS: {
      says: "comma list of further servers that one may sign in to, `*` allowed in host names; empty: only the configured one",
    },
    READ_ONLY_SERVERS: {
      says: "comma list of server URLs, `*` allowed in host names or alone: the console sends no changes to them",
    },
    PROTECTED_SERVERS: {
      says: "comma list of server URLs in the same form: changes only while a writing window is open (minutes and a reason, seen by everybody)",
    },
    ENGINE_URL: {
      says: "Elasticsearch (7.7 and later, 8, 9) or OpenSearch (1, 2, 3) cluster that the back end works on, instead of the embedded engine: one address, or its nodes by comma, all `http` or all `https`",
    },
    ENGINE_CA: {
      says: "PEM file of the authority that signed the cluster's certificates; empty: those that Node trusts",
    },
    ENGINE_USERNAME: {
      says: "name with which the back end signs in to the cluster; one in `ENGINE_URL` does too",
    },
    ENGINE_PASSWORD: {
      says: "password of `ENGINE_USERNAME`",
    },
    ENGINE_API_KEY: {
      says: "an API key in the place of name and password, `id:key` or encoded",
    },
    ENDPOINT_ALLOWED_URLS: {
      says: "where search requests may send their `endpoint` queries beside this server: a list, by comma, of URLs that an address begins with and of hosts (`api.example.org`, `*.example.org`); private addresses only where named in full",
    },
    PIPELINES_OPEN: {
      says: "`1`: a pipeline without the stage `authorization` answers everybody, as whoever saved it, without an admin's rights; unset such a pipeline answers nobody",
    },
    SCRIPT_ALLOWED_URLS: {
      says: "where scripts of rules and stages of pipelines may fetch from, a list of the same form as `ENDPOINT_ALLOWED_URLS`; nowhere unless set",
    },
  },
  "Sign-in": {
    ADMIN_USERNAME: {
      says: "first user of the embedded back end",
    },
    ADMIN_PASSWORD: {
      says: "password of the first user, at most 72 bytes, kept hashed; a generated one is printed once",
      unset: "generated",
    },
    SESSION_SECRET: {
      says: "seals the session cookie; comma list: the first seals, all open, so that one can be replaced; a generated one is kept in `DATA_DIR`",
      unset: "generated",
    },
    SESSION_DAYS: {
      says: "how long a sign-in lasts at most, in days",
    },
    SESSION_IDLE_HOURS: {
      says: "how long a sign-in lasts without a page, in hours",
    },
    SECOND_FACTOR_SECRET: {
      says: "seals the secrets of second factors, at least 32 characters; comma list: the first seals, all open; the same on every gateway. A generated one lies in the data folder: several gateways on one search engine need this variable",
      unset: "generated",
    },
    RESET_SECOND_FACTOR: {
      says: "name of a user whose second factor is taken away at this start: for the only admin who lost it; unset it afterwards",
    },
    WRONG_PASSWORDS_PER_NAME: {
      says: "wrong passwords for one name from one address in 15 minutes, after which the back end answers 429 there; `0` counts none",
    },
    WRONG_PASSWORDS_PER_ADDRESS: {
      says: "wrong passwords of one address in 10 minutes, under any names; `0` counts none",
    },
  },
  "OpenID Connect": {
    OIDC_ISSUER: {
      says: "sign-in by OpenID Connect beside name and password: the provider's address, as it calls itself. Needs `OIDC_CLIENT_ID` and `OIDC_USERS`; see [Access](../use/access.md)",
    },
    OIDC_CLIENT_ID: {
      says: "name of the console at the provider; register `https://<console>/login/oidc/callback` to come back to, and `https://<console>/login` after a sign-out",
    },
    OIDC_CLIENT_SECRET: {
      says: "secret of the console at the provider; empty for a public client",
    },
    OIDC_CLIENT_AUTH: {
      says: "how the secret is sent: `basic` or `post`",
    },
    OIDC_SCOPES: {
      says: "what is asked for",
    },
    OIDC_CLAIM: {
      says: "the claim that is looked for in `OIDC_USERS`: one text or a list, `a.b` for one within another; an e-mail address counts only where it is verified",
    },
    OIDC_PERSON: {
      says: "the claim that people are shown by, in the account menu and in the change log",
    },
    OIDC_USERS: {
      says: "JSON file that says which user of the search server a person is; read again when it changes",
    },
    OIDC_REFRESH_MINUTES: {
      says: "how often the provider is asked again about who is signed in, up to 60; `0`: at the sign-in alone. With `offline_access` in `OIDC_SCOPES` most providers give the refresh token that this takes",
    },
    OIDC_LABEL: {
      says: "text of the button",
    },
  },
  "Names and mail": {
    SITE_NAME: {
      says: "name in the header and in titles",
    },
    SUPPORT_CONTACT: {
      says: "address or URL shown where help is offered",
    },
    DOCS_URL: {
      says: "your own documentation, linked from the header",
    },
    SMTP_URL: {
      says: "server that weekly reports are mailed by: `smtp://name:password@mail.example.com:587` (STARTTLS where it is offered; `?requireTLS=true` insists on it) or `smtps://\u2026`. Needs `MAIL_FROM`; without both nothing is mailed",
    },
    MAIL_FROM: {
      says: "sender of mailed reports: an address, or `Searchdeck <search@example.com>`",
    },
  },
  "What is kept, and for how long": {
    LOG_KEEP_DAYS: {
      says: "how long the embedded back end keeps its request log, in days; whichever of the three limits is reached first counts. An admin sets others under Request logs, Retention",
    },
    LOG_KEEP_RECORDS: {
      says: "how many requests the log keeps",
    },
    LOG_KEEP_MB: {
      says: "how large the request log may become, in megabytes",
    },
    ANALYTICS_KEEP_DAYS: {
      says: "how long the embedded back end keeps the searches that analytics recorded, in days; whichever of the three limits is reached first counts",
    },
    ANALYTICS_KEEP_RECORDS: {
      says: "how many recorded searches are kept",
    },
    ANALYTICS_KEEP_MB: {
      says: "how large recorded searches may become, in megabytes",
    },
    ANALYTICS_SUMS_KEEP_DAYS: {
      says: "how long daily sums of searches and visits are kept, in days",
    },
    GEOIP_DB: {
      says: "data file in MaxMind's format (`.mmdb`, with countries or cities) by which the addresses of visitors become countries in analytics; held in memory, read again within a minute when it changes. Without one searches have no country",
    },
    DISK_RESERVE_PERCENT: {
      says: "share of the disk that the embedded engine keeps free, in percent: below it indices take no writes (429), until there is room again",
    },
    DISK_RESERVE_MB: {
      says: "the same in megabytes; the smaller of the two counts, 16 MB at least; `0` in either turns it off",
    },
  },
  Operation: {
    LOG_LEVEL: {
      says: "`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`",
    },
    METRICS_PUBLIC: {
      says: "`true` opens `/metrics` to other machines",
    },
    DEMO_TIER: {
      says: "shows the console as on this plan, unpaid (`2021-starter`; `free`: none), to try what each plan has; marked on every page, nothing can be paid meanwhile, the server grants what it always does",
    },
    DEMO_BACKEND: {
      says: "shows the console as with this search engine, in the same way",
    },
  },
};
