// Stands in for `app/kit-companions.client.ts`, which is empty outside of the browser too.
export {};
