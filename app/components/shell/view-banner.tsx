import { PageForm } from "~/components/ui/page/page-form";
import { Name } from "../ui/name";

/** On every page of a view: whose it is, and the one button that ends it. */
export function ViewBanner({ viewAs }: { viewAs: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-warn bg-warn-soft px-4 py-1.5 text-13 text-warn medium:px-6">
      <Name as="p">
        <strong>Viewing as {viewAs}.</strong> You see what this user sees. Nothing can be changed.
      </Name>
      <PageForm method="post" action="/account/view" reloadDocument>
        <button className="link font-semibold">End the view</button>
      </PageForm>
    </div>
  );
}
