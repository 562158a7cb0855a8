import type { Api, Reply } from "../../api";
import type { EngineNote } from "../../engine-notes";

/** What a route promises: a call that must work, for every one of its methods. */
export type Contract = {
  /** The route as it stands in the table. */
  route: string;
  methods: string;
  /** The path to call; a function prepares what the call needs, before each method. */
  path: string | ((api: Api) => Promise<string>);
  /** Sent as JSON, a text as it is; a function makes it before each call. */
  body?: unknown;
  /** Who calls, as an `Authorization` header; the admin unless given. */
  as?: (api: Api) => Promise<string>;
  /** 200 unless given. */
  status?: number;
  /** Another status on the engine of a note. */
  except?: { note: EngineNote; status: number };
  /** The embedded engine does not have it and says so: 400. */
  notEmbedded?: boolean;
  /** What the answer must hold: parts of an object, or a matcher; HEAD has no body. */
  has?: unknown;
  /** Where the answer is no JSON object, or wants a closer look. */
  check?: (reply: Reply, api: Api) => void | Promise<void>;
};
