import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import type { LoadedField } from "./field.server";

const kinds: Partial<Record<LoadedField["uses"][number]["kind"], string>> = {
  rule: "Rule",
  "stored query": "Stored query",
};

/** Every place that names a field, or one below it. */
export function Uses({ uses, unknown }: Pick<LoadedField, "uses" | "unknown">) {
  return (
    <section aria-labelledby="used-by" className="mb-5">
      <h2 id="used-by" className="mb-2 text-16 font-bold">
        Used by
      </h2>
      {uses.length === 0 ? (
        <p className="text-muted">
          {unknown.length === 0
            ? "No setting, rule or stored query names this field."
            : "Nothing that could be read names this field."}
        </p>
      ) : (
        <ul className="list-disc pl-5">
          {uses.map(({ kind, label, to }) => (
            <Name as="li" key={to}>
              {kinds[kind]}{" "}
              <PlainLink to={to} className="link">
                {label}
              </PlainLink>
            </Name>
          ))}
        </ul>
      )}
      {unknown.length > 0 && <p className="mt-2 text-muted">{unknown.join(" and ")} could not be read.</p>}
    </section>
  );
}
