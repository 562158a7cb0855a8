import ts from "typescript";
import { describe, expect, it } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files";

// One word for one thing, in the names that the code gives: what the API calls otherwise is so called where it is read
// and written, and nowhere else.

type Name = { file: string; name: string; declares: boolean };

/** The identifiers of a file, those in texts and comments not among them; `declares` is one that the file itself chose. */
function namesOf({ path, text }: SourceFile): Name[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: Name[] = [];
  function visit(node: ts.Node) {
    if (ts.isIdentifier(node)) found.push({ file: path, name: node.text, declares: isChosen(node) });
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

/** True for the name of a variable, parameter, function or member of a type; what a pattern of an object takes out keeps its name. */
function isChosen(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isBindingElement(parent)) return parent.name === node && ts.isArrayBindingPattern(parent.parent);
  const named =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isPropertySignature(parent);
  return named && parent.name === node;
}

type Rule = {
  say: string;
  out: RegExp;
  in: RegExp;
  /** Names that stay, each with its reason. */
  stay: Record<string, string>;
  declaredOnly?: true;
};

const rules: Rule[] = [
  {
    say: "relevance",
    out: /relevancy/i,
    in: /./,
    stay: {
      enableSearchRelevancy: "a setting of the search API",
      searchRelevancy: "what an answer of the search API is marked with",
      search_relevancy: "an action of the re-index call",
      search_relevancy_settings: "a member of the re-index call's body",
    },
  },
  {
    say: "credential; action, for what a user may do",
    out: /permission/i,
    in: /^(?:app|backend\/gateway|common)\//,
    stay: {},
  },
  {
    say: "index; appName is the parameter of an address, by that name in the table of routes",
    out: /^appName$/,
    in: /./,
    declaredOnly: true,
    stay: { "app/routes/go/params.server.ts": "gives the parameters of an address" },
  },
];

const names = sourceFiles()
  .filter(({ path }) => /\.tsx?$/.test(path))
  .flatMap(namesOf);

describe("names", () => {
  it.each(rules)("say $say", ({ out, in: where, stay, declaredOnly }) => {
    const found = names.filter(
      ({ file, name, declares }) => out.test(name) && where.test(file) && (declares || declaredOnly !== true),
    );
    const stays = ({ file, name }: Name) => [name, file].find((key) => stay[key] !== undefined);
    expect(found.filter((one) => stays(one) === undefined).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
    // A reason for what is gone goes too.
    expect([...new Set(found.map(stays))].sort()).toEqual(Object.keys(stay).sort());
  });

  it("are read: those that a file chooses apart from those that it takes over", () => {
    const text =
      "const { appName } = p; const [, appName] = q; function f(appName: string) { return { appName: p.appName } }";
    const read = namesOf({ path: "a.ts", text, lines: 1, imports: [], types: [] });
    expect(read.filter(({ name }) => name === "appName").map(({ declares }) => declares)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});
