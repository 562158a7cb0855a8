/** A form that cannot be taken; the text is a sentence for its sender. */
export class FormFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FormFault";
  }
}
