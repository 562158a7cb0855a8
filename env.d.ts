/// <reference types="@remix-run/node" />

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }

  /** What the console's own server (server/http/app.ts) hands to loaders and actions; remix-serve hands over nothing. */
  interface AppLoadContext {
    requestId?: string;
    remoteAddress?: string;
    /** The request came by https, here or at the proxy that is trusted. */
    secure?: boolean;
    /** Resolves when the response takes more; awaited in the `pull` of long downloads. */
    drained?: () => Promise<void>;
    /** Aborted when the process begins to end. */
    ending?: AbortSignal;
  }
}

export {};
