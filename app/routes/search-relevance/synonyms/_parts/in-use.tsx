import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { countOf } from "~/lib/values/numbers";
import { type LevelRef, screenPath } from "~/navigation/paths";
import { notActing } from "~/services/search-relevance/acting-words";
import type { loadSynonyms } from "./list.server";
import { synonyms } from "./thing";

// A server that looks for the other words itself needs nothing of the index, but what an older console put into it acts
// beside that until it is taken out.
function ActsAtOnce({ kept, use, at }: Pick<Loaded, "kept" | "use"> & { at: LevelRef }) {
  if (use.ok && use.value.extra > 0) {
    return (
      <Notice tone="warn">
        {countOf(use.value.extra, "published group")} no longer in the list, but still in the analyzers of the index.{" "}
        <PlainLink to={synonyms.path(at, { page: "apply" })} className="font-semibold text-current underline">
          Publish the synonyms
        </PlainLink>
      </Notice>
    );
  }
  if (kept === 0) return null;
  if (use.ok && use.value.off) {
    return (
      <Notice tone="warn">
        “Use synonyms” is off, so searches leave them out. <SettingsLink at={at} />
      </Notice>
    );
  }
  return null;
}

type Loaded = NonNullable<Awaited<ReturnType<typeof loadSynonyms>>>;

/** What keeps the searches of the index from using the synonyms of the list; nothing where all are applied. */
export function InUse({
  name,
  open,
  kept,
  use,
  at,
  actsAtOnce,
}: Pick<Loaded, "name" | "open" | "kept" | "use" | "actsAtOnce"> & { at: LevelRef }) {
  if (!open) {
    return (
      <Notice tone="warn">
        {name} is closed, so it answers no searches.{" "}
        <PlainLink to={screenPath(at, "open")} className="font-semibold text-current underline">
          Open the index
        </PlainLink>
      </Notice>
    );
  }
  if (actsAtOnce) return <ActsAtOnce kept={kept} use={use} at={at} />;
  if (!use.ok)
    return (
      <Notice tone="info">It is not known whether {name} uses these synonyms: its settings could not be read.</Notice>
    );
  const { missing, extra, older, without, named, off } = use.value;
  if (missing + extra > 0 || (older && kept > 0)) {
    const parts = [
      missing > 0 ? `${countOf(missing, "synonym group")} not published yet` : "",
      extra > 0 ? `${countOf(extra, "published group")} no longer in the list` : "",
    ];
    const lists = parts.filter((part) => part !== "").join(", ");
    return (
      <Notice tone="warn">
        {lists === "" ? "Not all searches use the synonyms yet." : `${lists}.`}{" "}
        <PlainLink to={synonyms.path(at, { page: "apply" })} className="font-semibold text-current underline">
          Publish the synonyms
        </PlainLink>
      </Notice>
    );
  }
  if (kept === 0) return null;
  if (off) {
    return (
      <Notice tone="warn">
        All synonyms applied, but “Use synonyms” is off. <SettingsLink at={at} />
      </Notice>
    );
  }
  if (without.length > 0) {
    return (
      <Notice tone="warn">
        All synonyms applied. <Name>{notActing("synonyms", without)}</Name>{" "}
        {named ? (
          <SettingsLink at={at} />
        ) : (
          <PlainLink to={synonyms.path(at, { page: "apply" })} className="font-semibold text-current underline">
            Add the sub-field
          </PlainLink>
        )}
      </Notice>
    );
  }
  return null;
}

function SettingsLink({ at }: { at: LevelRef }) {
  return (
    <PlainLink to={screenPath(at, "search")} className="font-semibold text-current underline">
      Search settings
    </PlainLink>
  );
}
