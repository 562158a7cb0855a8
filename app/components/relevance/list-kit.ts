// What the lists of rules and functions share, from one place: the compiler makes one file of it.
export * from "./action-problem";
export * from "./place-buttons";
export * from "./switch-form";
