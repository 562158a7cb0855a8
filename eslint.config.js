import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import regexp from "eslint-plugin-regexp";
import globals from "globals";
import tseslint from "typescript-eslint";
import noRescannedRun from "./server/checks/no-rescanned-run.mjs";

// What a folder may import is written in docs/build/architecture.md; tests/unit/architecture.test.ts holds the same
// rules over relative paths.

const zodByName = {
  selector: "ImportDeclaration[source.value='zod'] > :not(ImportNamespaceSpecifier)[type=/Specifier$/]",
  message: 'Write `import * as z from "zod"`: the named import puts every language of zod into the bundle.',
};
const namedZod = { "no-restricted-syntax": ["error", zodByName] };

// What is made while a module loads is made of constants; inside a function it may be made of what a caller wrote, and
// then hold the process for ever.
const writer = {
  selector: "ImportSpecifier[imported.name='writerOf']",
  message: "A change of the server goes through change() of services/platform/changes (docs/use/changes.md).",
};
const linearExpressions = ({ mayWrite }) => ({
  "no-restricted-syntax": [
    "error",
    zodByName,
    ...(mayWrite ? [] : [writer]),
    ...["NewExpression", "CallExpression"].map((kind) => ({
      selector: `:function ${kind}[callee.name='RegExp']`,
      message:
        "Texts of callers become expressions by javaExpression (backend/engine/embedded/analysis) or globs (common/text/glob.ts); constants are made where the module loads.",
    })),
  ],
  "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
  "regexp/no-super-linear-move": ["error", { report: "potential" }],
  "own/no-rescanned-run": "error",
});

/** A rule that keeps a folder from importing others. `folders` are folder names below app/, or "backend", "server". */
function closedTo(folders, message) {
  const patterns = folders.flatMap((folder) =>
    folder === "backend"
      ? ["@backend/*", "**/backend/*"]
      : folder === "server"
        ? ["**/server/*", "!~/server/*", "!./server/*"]
        : [`~/${folder}/*`, `~/${folder}`],
  );
  return {
    "@typescript-eslint/no-restricted-imports": [
      "error",
      { patterns: [{ group: patterns, message, allowTypeImports: true }] },
    ],
  };
}

const noFetch = {
  "no-restricted-globals": [
    "error",
    { name: "fetch", message: "Only app/services/platform/http and backend/engine/remote make HTTP calls." },
  ],
};

const typescript = ["**/*.{ts,tsx}"];

export default tseslint.config(
  {
    ignores: [
      "node_modules",
      "build",
      "dist",
      "public",
      "coverage",
      "data",
      ".cache",
      "tests/**/fixtures",
      "scripts/real-engine",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  // Both are about characters that analysis and input checks name on purpose.
  { rules: { "no-control-regex": "off", "no-misleading-character-class": "off" } },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: { globals: globals.node },
  },
  {
    files: ["tests/front-ends/pages/*.jsx"],
    languageOptions: { globals: globals.browser, parserOptions: { ecmaFeatures: { jsx: true } } },
    // The plain rules do not see that a name is used as an element.
    rules: { "no-unused-vars": "off" },
  },
  {
    files: typescript,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/only-throw-error": [
        "error",
        {
          allow: [
            { from: "lib", name: "Response" },
            { from: "package", package: "@remix-run/server-runtime", name: "TypedResponse" },
          ],
        },
      ],
      // Handlers and engine calls keep one signature whether or not they wait.
      "@typescript-eslint/require-await": "off",
      // Our objects of functions are closures; none of them reads `this`.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      ...namedZod,
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    // The augmentations of other packages' types, where `interface` is the only way.
    files: ["**/*.d.ts", "app/server/context.server.ts", "tests/e2e/support/run.ts"],
    rules: { "@typescript-eslint/consistent-type-definitions": "off" },
  },
  {
    files: ["app/**/*.tsx"],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { "react-hooks": reactHooks },
    languageOptions: { globals: globals.browser },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      // Safari takes the list role away from lists without markers; the attribute gives it back.
      "jsx-a11y/no-redundant-roles": ["error", { ul: ["list"], ol: ["list"] }],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/**/*.test.{ts,tsx}"],
    rules: { ...noFetch, ...closedTo(["backend", "server"], "The console knows its back end only by a URL.") },
  },
  {
    files: ["app/components/**/*.{ts,tsx}"],
    ignores: ["**/*.test.*"],
    rules: closedTo(["backend", "server", "routes", "services"], "Components take their data as properties."),
  },
  {
    files: ["app/services/**/*.ts"],
    ignores: ["**/*.test.*"],
    rules: closedTo(["backend", "server", "routes", "components", "navigation"], "Services know no screen."),
  },
  {
    files: ["app/session/**/*.ts"],
    ignores: ["**/*.test.*"],
    rules: closedTo(["backend", "server", "routes", "components"], "Who asks is known before any screen is."),
  },
  {
    files: ["app/navigation/**/*.{ts,tsx}"],
    ignores: ["**/*.test.*"],
    rules: closedTo(
      ["backend", "server", "routes", "components", "services", "session"],
      "The navigation model knows no screen and no service.",
    ),
  },
  {
    files: ["app/lib/**/*.{ts,tsx}"],
    ignores: ["**/*.test.*"],
    rules: closedTo(
      ["backend", "server", "routes", "components", "services", "navigation"],
      "Helpers in lib stand alone.",
    ),
  },
  { files: ["app/services/platform/http/**"], rules: { "no-restricted-globals": "off" } },
  {
    files: ["backend/**/*.ts", "common/**/*.ts"],
    ignores: ["**/*.test.ts", "backend/engine/remote/**"],
    rules: {
      ...noFetch,
      // Values of the wire are written as they came, numbers with all their digits, by their own toString.
      "@typescript-eslint/no-base-to-string": "off",
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: ["~/*", "**/app/*"], message: "The back end knows nothing of the console." }] },
      ],
    },
  },
  {
    files: ["backend/gateway/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["~/*", "**/app/*"], message: "The back end knows nothing of the console." },
            {
              group: ["**/engine/embedded/*", "**/engine/embedded/**", "**/engine/remote/*"],
              message: "The gateway knows only the engine's port.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["server/**", "scripts/**", "tests/**", "backend/main.ts", "backend/engine/main.ts", "**/*.mjs"],
    rules: { "no-console": "off" },
  },
  {
    // Reads of typed arrays at places that a loop's bounds guarantee: a check for undefined at each would cost the
    // inner loops of a search.
    files: ["backend/engine/embedded/{query,search,aggs,store}/**/*.ts"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    files: ["{app,backend,common,server}/**/*.{ts,tsx}"],
    ignores: ["**/*.test.*"],
    plugins: { regexp, own: { rules: { "no-rescanned-run": noRescannedRun } } },
    rules: linearExpressions({ mayWrite: false }),
  },
  {
    files: ["app/services/platform/changes/**/*.ts"],
    ignores: ["**/*.test.*"],
    rules: linearExpressions({ mayWrite: true }),
  },
  {
    // Tests read answers of unknown shape on purpose; vitest's matchers are typed `any`.
    files: ["**/*.test.{ts,tsx}", "tests/**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      // What is told of an answer that was not expected is for the reader of a failed test.
      "@typescript-eslint/no-base-to-string": "off",
    },
  },
);
