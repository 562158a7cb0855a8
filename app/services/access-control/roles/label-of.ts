/** What a credential is called: its description, else its name. */
export const labelOf = ({ description, credential }: { credential: string; description: string }) =>
  description === "" ? credential : description;
