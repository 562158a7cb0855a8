import { getFormProps } from "@conform-to/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useActionData } from "@remix-run/react";
import { Name } from "../ui/name";
import { PageForm } from "~/components/ui/page/page-form";
import type { AnyForm } from "./metadata";
import type { FormReply } from "./reply.server";

type ServerFormProps = {
  form: AnyForm;
  intent: string;
  children: ReactNode;
  /** For uploads. */
  encType?: "multipart/form-data";
  /** Where it posts to, when not to its own page. */
  action?: string;
  /** Names of fields in words, for the list of errors: `{ username: "User name" }`. */
  labels?: Record<string, string>;
  className?: string;
  /** A full page load for the answer (sign-in, downloads). */
  reloadDocument?: boolean;
  /**
   * Enter sends it though a required field is empty: in a form with fields of their own for Enter, such as a finder.
   * The server checks in any case.
   */
  enterAsIs?: boolean;
};

/**
 * A posting form: its intent, a hidden first button (so that Enter sends the form and does not remove a row), the
 * errors of the form as a whole, and a list of all errors with links when there are two or more.
 */
export function ServerForm({
  form,
  intent,
  children,
  encType,
  action,
  labels = {},
  className = "max-w-form",
  reloadDocument,
  enterAsIs,
}: ServerFormProps) {
  const reply = useActionData<FormReply>();
  const problems = useRef<HTMLDivElement>(null);
  const fieldErrors = Object.entries(form.allErrors).filter(([name]) => name !== "");
  const count = fieldErrors.length + (form.errors?.length ?? 0);
  const failed = form.status === "error";
  useEffect(() => {
    // Without scripts the summary is the first thing after the title; with them focus goes there, so that it is read
    // out.
    if (failed) problems.current?.focus();
  }, [failed, form.allErrors]);
  return (
    <PageForm
      method="post"
      action={action}
      encType={encType}
      reloadDocument={reloadDocument}
      className={className}
      {...getFormProps(form)}
    >
      <input type="hidden" name="intent" value={intent} />
      <button type="submit" formNoValidate={enterAsIs} className="hidden" aria-hidden="true" tabIndex={-1} />
      {count > 0 && (
        <div
          ref={problems}
          tabIndex={-1}
          id={form.errorId}
          role="alert"
          className={
            fieldErrors.length < 2 && !form.errors
              ? "sr-only"
              : "mb-4 rounded border-l-4 border-bad bg-bad-soft px-3 py-2 text-13 text-bad"
          }
        >
          {form.errors?.map((error) => (
            <p key={error}>
              <span aria-hidden="true" className="shape shape-bad mr-1.5" />
              {error}
            </p>
          ))}
          {form.errors && reply?.reason === "payment" && (
            <a href="/billing" className="text-bad underline">
              About the plan
            </a>
          )}
          {fieldErrors.length > 0 && (form.errors === undefined || fieldErrors.length > 1) && (
            <>
              <p className="font-semibold">
                {fieldErrors.length === 1 ? "One field needs a change:" : `${fieldErrors.length} fields need a change:`}
              </p>
              <ul className="list-disc pl-5">
                {fieldErrors.map(([name, errors]) => (
                  <li key={name}>
                    <a href={`#${form.id}-${name}`} className="text-bad underline">
                      {labels[name] ?? name}
                    </a>
                    : {errors.join(" ")}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {children}
    </PageForm>
  );
}

/**
 * The buttons of a form: the primary one first, then a plain way out. Stays in view under a long form when `sticky`.
 */
export function ButtonBar({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  return (
    <div className={`button-bar ${sticky ? "sticky bottom-0 border-t border-line bg-surface py-3" : "pt-1"}`}>
      {children}
    </div>
  );
}

type FieldGroupProps = {
  legend: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
  /** What few need: closed at first. */ folded?: boolean;
  /** Open though it is folded, for what was typed or is wrong in it. */ open?: boolean;
  /** Of a folded one: what is set in it, in few words. */ set?: string;
};

/** A group of fields under a heading, parted from the one before by a line: no box, for its fields are boxes. */
export function FieldGroup({ legend, hint, children, folded = false, open, set }: FieldGroupProps) {
  const body = (
    <>
      {hint && <p className="mb-3 text-13 text-muted">{hint}</p>}
      {children}
    </>
  );
  return (
    <div className="mb-3 min-w-0 border-t border-line pt-4 first-of-type:border-t-0 first-of-type:pt-0">
      {folded ? (
        <details open={open}>
          <summary className="link mb-2 flex w-fit items-center gap-2 font-semibold">
            <span aria-hidden="true" className="chevron" />
            {legend}
            {set !== undefined && <Name className="text-13 font-normal text-muted">{set}</Name>}
          </summary>
          {body}
        </details>
      ) : (
        <fieldset>
          <legend className="mb-2 text-16 font-bold">{legend}</legend>
          {body}
        </fieldset>
      )}
    </div>
  );
}

/**
 * Short fields beside each other, two or three in a row where there is room: labels at the top, controls in one line,
 * hints below them.
 */
export function FieldRow({ children, three = false }: { children: ReactNode; three?: boolean }) {
  return <div className={`field-row ${three ? "large:grid-cols-3" : ""}`}>{children}</div>;
}
