import type { FieldMetadata } from "@conform-to/react";
import { RoleSelect } from "~/components/relevance/role-select";
import { Name } from "~/components/ui/name";
import type { SetUpView } from "~/lib/search-relevance/set-up";

type RowShape = { path: string; role: string };
type RoleRow = FieldMetadata<RowShape, Record<string, unknown>, string[]>;

/** The fields of an index with what each is for in a search. */
export function RoleTable({ rows, fields }: { rows: RoleRow[]; fields: SetUpView["fields"] }) {
  return (
    <div className="rounded border border-line">
      <table className="stacking w-full table-fixed border-collapse text-13">
        <caption className="sr-only">Roles of fields</caption>
        <thead>
          <tr>
            {["Field", "Role", "Values"].map((label) => (
              <th
                key={label}
                scope="col"
                className="border-b border-line bg-sunken px-3 py-1.5 text-left font-semibold text-muted"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const field = fields[at];
            if (field === undefined) return null;
            const parts = row.getFieldset();
            return (
              <tr key={field.path} className="border-b border-line align-top last:border-b-0">
                <td data-label="Field" className="px-3 py-2">
                  <input type="hidden" name={parts.path.name} value={field.path} />
                  <Name as="span" className="font-semibold">
                    {field.path}
                  </Name>
                  <p className="text-12 text-faint">{field.type}</p>
                </td>
                <td data-label="Role" className="px-3 py-2">
                  <RoleSelect path={field.path} field={parts.role} />
                </td>
                <td data-label="Values" className="px-3 py-2 text-muted">
                  <Name as="div">{field.examples.length === 0 ? "no values" : field.examples.join(" · ")}</Name>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
