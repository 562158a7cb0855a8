import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { kindOf } from "../http/json/go-types";
import { checkJsonSyntax } from "../http/json/json-syntax";
import { Refusal } from "../http/json/refusal";

/** The signing methods that the real server's library knows; of others it says that they are unavailable. */
const METHODS = /^(none|(HS|RS|ES|PS)(256|384|512))$/;

// Go's base64 for URLs, to which the library adds the padding that lacks.
function decoded(segment: string): Buffer {
  const bare = segment.length % 4 === 0 ? segment.replace(/={1,2}$/, "") : segment;
  const wrong = bare.search(/[^A-Za-z0-9_-]/);
  if (wrong >= 0) throw new Refusal(`illegal base64 data at input byte ${wrong}`);
  if (bare.length % 4 === 1) throw new Refusal(`illegal base64 data at input byte ${bare.length}`);
  return Buffer.from(bare, "base64url");
}

// Null where the part is JSON's null, which Go reads into anything.
function part(segment: string, goType: string): JsonObject | null {
  const text = decoded(segment).toString("utf8");
  checkJsonSyntax(text);
  const value = parseJson(text);
  if (value === null || isJsonObject(value)) return value;
  throw new Refusal(`json: cannot unmarshal ${kindOf(value)} into Go value of type ${goType}`);
}

// The claims are read from a stream, which ends in other words.
function claimsOf(segment: string): JsonObject {
  try {
    return part(segment, "jwt.MapClaims") ?? {};
  } catch (error) {
    if (error instanceof Refusal && error.message === "unexpected end of JSON input")
      throw new Refusal(segment === "" ? "EOF" : "unexpected EOF");
    throw error;
  }
}

/**
 * The parts of a token that is not checked yet. Throws a `Refusal` with the sentences of the real server's library
 * where it is none.
 */
export function readToken(token: string): { algorithm: string; claims: JsonObject } {
  const [head = "", body = "", ...others] = token.split(".");
  if (others.length !== 1) throw new Refusal("token contains an invalid number of segments");
  const header = part(head, "map[string]interface {}");
  const claims = claimsOf(body);
  const algorithm = header?.["alg"];
  if (typeof algorithm !== "string") throw new Refusal("signing method (alg) is unspecified.");
  if (!METHODS.test(algorithm)) throw new Refusal("signing method (alg) is unavailable.");
  return { algorithm, claims };
}
