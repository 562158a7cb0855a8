/// <reference types="@remix-run/node" />

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }

  /**
   * What the console's own server (server/http/app.ts) hands over besides what app/server/context.server.ts names;
   * remix-serve hands over nothing.
   */
  interface AppLoadContext {
    /** The request came by https, here or at the proxy that is trusted. */
    secure?: boolean;
    /** Aborted when the process begins to end. */
    ending?: AbortSignal;
  }
}

export {};
