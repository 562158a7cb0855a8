import { editShape } from "~/components/editor/edit-page";
import { useAddress } from "~/components/ui/filter/use-address";
import { Tabs } from "~/components/ui/page/tabs";

/** A document as fields or as JSON, by address; `isJson` is what the address asks for. */
export function useDocumentShape(label: string) {
  const here = useAddress(editShape);
  const isJson = here.state.as !== "";
  const tabs = (
    <Tabs
      label={label}
      tabs={[
        { to: here.href({ as: undefined }), label: "Fields", current: !isJson },
        { to: here.href({ as: "json" }), label: "JSON", current: isJson },
      ]}
    />
  );
  return { isJson, tabs };
}
