// The types and the lint of the whole project by one program of the compiler: each checks all types, which is most of
// the work of both. Prints what is wrong as `tsc` and `eslint` do; the exit code is 1 when either found something.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import ts from "typescript";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const host = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => "\n",
};
const told = (diagnostics) => ts.formatDiagnostics(diagnostics, host);

const parsed = ts.getParsedCommandLineOfConfigFile(
  `${root}/tsconfig.json`,
  { noEmit: true, incremental: false, tsBuildInfoFile: undefined },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => console.log(told([diagnostic])) },
);
if (parsed === undefined) process.exit(1);
// The linter asks for the nodes above one.
const program = ts.createProgram({
  rootNames: parsed.fileNames,
  options: parsed.options,
  host: ts.createCompilerHost(parsed.options, true),
});
const diagnostics = [...parsed.errors, ...ts.getPreEmitDiagnostics(program)];
if (diagnostics.length > 0) console.log(told(diagnostics));

const typed = {
  files: ["**/*.{ts,tsx}"],
  languageOptions: { parserOptions: { programs: [program], projectService: false } },
};
const eslint = new ESLint({ cwd: root, overrideConfig: [typed] });
const results = await eslint.lintFiles(["."]);
const shown = await (await eslint.loadFormatter("stylish")).format(results);
if (shown !== "") console.log(shown);

// Warnings fail too.
process.exitCode =
  diagnostics.length > 0 || results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0) ? 1 : 0;
