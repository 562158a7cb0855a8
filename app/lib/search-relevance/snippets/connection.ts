/** What a snippet connects to, and what it shows. */
export type Connection = {
  /** Where browsers and applications reach the server, without a slash at the end. */
  url: string;
  index: string;
  /** `name:password` of a credential that may search; a name alone for curl to ask for the password. */
  credentials: string;
  /** The words that the example searches for. */
  words: string;
  /** Fields to look in where the settings of the index name none; empty: the words alone are enough. */
  usual: readonly string[];
  /** Fields of a hit to show, the one that names it first; empty: the whole document. */
  shown: readonly string[];
};

/** One file, with the name that it is saved under; "" for what is pasted into a shell. */
export type SnippetFile = { name: string; text: string };
export type Snippet = {
  key: "curl" | "javascript" | "react" | "html";
  label: string;
  /** How it is run. */
  run: string;
  files: readonly SnippetFile[];
};

/** What a page shows of how an index is searched from elsewhere. */
export type ConnectView = {
  endpoint: string;
  snippets: readonly Snippet[];
  /** Whether programs on the server's own machine alone reach the address. */
  onlyHere: boolean;
  /** What stands for a credential in the snippets. */
  placeholder: string;
};
