import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import type { ConnectView } from "~/lib/search-relevance/snippets/connection";
import { SearchSnippets } from "./search-snippets";

type ConnectProps = {
  view: ConnectView;
  /** Where a credential for them is created; null where the reader may create none. */ toCredential: string | null;
};

/** Where search pages and scripts send their searches, with code that can be copied. */
export function ConnectSnippets({ view, toCredential }: ConnectProps) {
  const { endpoint, snippets, onlyHere, placeholder } = view;
  return (
    <>
      <p className="mb-2 text-13 text-muted">
        Endpoint for search pages and scripts:{" "}
        <Name as="code" className="font-mono text-code">
          {endpoint}
        </Name>
      </p>
      <p className="mb-2 text-13 text-muted">
        curl asks for your password. Elsewhere replace <code>{placeholder}</code> with a read-only credential.{" "}
        {toCredential !== null && (
          <PlainLink to={toCredential} className="link">
            Create credential
          </PlainLink>
        )}
      </p>
      <SearchSnippets snippets={snippets} onlyHere={onlyHere} />
    </>
  );
}
