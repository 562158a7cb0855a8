import { JsonView } from "~/components/json/json-view";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { CodeBlock } from "~/components/ui/request/code-block";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { Query } from "~/navigation/paths";
import type { BodyView } from "~/services/data/logs/body-view.server";

type BodyPartProps = {
  part: { body: BodyView; headers: { name: string; value: string }[]; length: number };
  link: (query?: Query) => string;
  /** Where the bare text is. */
  rawHref?: string;
  /** "Response body" */
  name: string;
};

/** The body of a request or a response, folded or as text, beside its headers. */
export function BodyPart({ part: { body, headers, length }, link, rawHref, name }: BodyPartProps) {
  const isTree = body.kind === "tree";
  return (
    <div className="grid gap-6 large:grid-cols-[minmax(0,1fr)_18rem]">
      <section aria-label={name}>
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-16 font-bold">{name}</h2>
          <div className="flex flex-wrap gap-x-4 text-13">
            <span className="text-muted">
              {isTree && body.lines !== null && `${countOf(body.lines, "line")} · `}
              {countOf(length, "character")}
            </span>
            {body.kind !== "none" && (isTree || body.isJson) && (
              <PlainLink to={link({ as: isTree ? "text" : null })} keepScroll className="link">
                {isTree ? "View as text" : "View as tree"}
              </PlainLink>
            )}
          </div>
        </div>
        {body.kind === "none" && <p className="text-muted">Empty.</p>}
        {isTree && <JsonView tree={body.tree} label={name} link={(query) => link(query ?? {})} />}
        {body.kind === "text" && (
          <CodeBlock
            label={body.cut ? `The first ${formatNumber(body.text.length)} characters` : name}
            text={body.text}
            {...(rawHref !== undefined && { rawHref })}
            wrapSwitch
          />
        )}
      </section>
      <section aria-label="Headers">
        <h2 className="mb-2 text-16 font-bold">Headers</h2>
        {headers.length === 0 ? (
          <p className="text-muted">None recorded.</p>
        ) : (
          <dl className="grid gap-y-2 text-13">
            {headers.map(({ name: header, value }, at) => (
              <div key={`${header} ${at}`}>
                <dt className="text-muted">{header}</dt>
                <Name as="dd">{value}</Name>
              </div>
            ))}
          </dl>
        )}
      </section>
    </div>
  );
}
