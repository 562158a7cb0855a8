// Stands in for `app/kit.client.ts`, which is empty outside of the browser too.
export {};
