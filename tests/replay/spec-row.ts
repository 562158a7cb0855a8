/**
 * What the specification says, what servers in the field do, and what this project does. `mark` tells how sure the
 * second is. `shown` is what fails when the third is no longer true: the id of a recorded case, or a file of tests and
 * the title of one.
 */
export type SpecRow = {
  spec: string;
  server: string;
  ours: string;
  mark: "server" | "client" | "recorded";
  shown: `replay: ${string}` | `${string}.test.ts: ${string}`;
};
