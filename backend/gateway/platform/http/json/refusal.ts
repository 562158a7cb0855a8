/**
 * A request that is refused with 400 before anything is asked of the engine; the text is what the real server says
 * [recorded].
 */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Refusal";
  }
}
