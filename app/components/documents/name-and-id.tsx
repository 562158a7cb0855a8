import { Name } from "~/components/ui/name";

type NameAndIdProps = {
  /** What readers call it. */ name: string;
  id: string;
  /** Its page. */ to?: string;
};

/** A thing by its name, its ID small and second; the ID alone where that is its name. */
export function NameAndId({ name, id, to }: NameAndIdProps) {
  return (
    <>
      {to === undefined ? <Name as="strong">{name}</Name> : <Name to={to}>{name}</Name>}
      {name !== id && (
        <>
          {" "}
          <Name as="code" className="text-12 text-muted">
            {id}
          </Name>
        </>
      )}
    </>
  );
}
