import { CodeBlock, CopyButton } from "~/components/detail-kit";

type PasswordCardProps = { name: string; password: string; curl: string; client: string; /** Shown at once: it is new. */ open: boolean };

/** The password and ready calls with it, folded until somebody asks. */
export function PasswordCard({ name, password, curl, client, open }: PasswordCardProps) {
  if (/^\**$/.test(password))
    return <p className="mb-4 text-13 text-muted">The server does not tell you this password: the credential can do more than you.</p>;
  return (
    <details open={open} className="mb-5 max-w-[1000px]">
      <summary className="link w-fit">Reveal password and snippets</summary>
      <div className="mt-2 grid gap-3">
        <p className="flex flex-wrap items-center gap-x-3">
          <code className="select-all font-mono text-14 [overflow-wrap:anywhere]">{password}</code>
          <CopyButton text={password} label="Copy password" />
          <CopyButton text={`${name}:${password}`} label="Copy as user:password" />
        </p>
        <CodeBlock label="curl" text={curl} />
        <CodeBlock label="ReactiveSearch" text={client} />
      </div>
    </details>
  );
}
