// What is cut from the browser's runtime. Remix and its router carry every way in which somebody may use them; the
// console has one, and its configuration
// (remix.config.js) decides the rest. tests/unit/runtime-cuts.test.ts holds that nothing of it is used,
// docs/decisions/0022-runtime-cuts.md tells more.

const remix = "@remix-run/react/dist/esm";

// Of the time before browsers had it.
const extend = { _extends: "Object.assign(...arguments)" };

// What a page leads to is learned of when the pointer rests on a link or a form, or the focus comes to it, instead of
// all of it on every page that is opened.
const learnNearby = `
    let wait;
    let near = ({ target }) => {
      let found = target.closest?.("a[data-go],[data-go] a,a[data-discover],form[data-discover]");
      let { origin, pathname } = new URL(found?.getAttribute("href") ?? found?.getAttribute("action") ?? "", window.location.href);
      window.clearTimeout(wait);
      nextPaths.clear();
      if (origin !== window.location.origin || pathname === window.location.pathname) return;
      nextPaths.add(pathname);
      wait = window.setTimeout(fetchPatches, 100);
    };
    document.addEventListener("pointerover", near);
    document.addEventListener("focusin", near);
    return () => {
      document.removeEventListener("pointerover", near);
      document.removeEventListener("focusin", near);
    };`;

// Names for messages that only development builds have.
const hookNames = [/DataRouter(?:State)?Hook\.\w+/, ""];
const displayNames = [/^\w+\.displayName = .*$/, ""];

/**
 * By file of a package: functions that answer at once, with what they would answer here in any case, and texts that are
 * another (`$` and so on as in `replaceAll`; expressions match everywhere, `^` and `$` at each line).
 * @type {Record<string, { answers?: Record<string, string>, texts?: [string | RegExp, string][] }>}
 */
export const cuts = {
  // Only the server renders it. It takes the router as CommonJS, and esbuild then keeps all of that together.
  [`${remix}/server.js`]: { texts: [[/import .* from 'react-router-dom\/server';/, ""]] },

  [`${remix}/_virtual/_rollupPluginBabelHelpers.js`]: { answers: extend },

  [`${remix}/browser.js`]: {
    texts: [
      [/window\.__remixContext\.future\.v3_singleFetch/, "true"],
      [/window\.__remixContext\.isSpaMode/, "false"],
    ],
  },

  // Data comes by single fetch alone; no route has a loader or an action in the browser, a fallback, or a say in what
  // is loaded again.
  [`${remix}/routes.js`]: {
    answers: { getShouldRevalidateFunction: "undefined", shouldHydrateRouteLoader: "false" },
    texts: [
      ['typeof singleFetch === "function"', "true"],
      [/(?:routeModule|mod)\.client(?:Loader|Action)\b(?=\) \{)/, "false"],
      [/route\.hasClient(?:Loader|Action)\b/, "false"],
      ["if (isSpaMode)", "if (false)"],
      ['route.id === "root" ? RemixRootDefaultHydrateFallback : undefined', "undefined"],
    ],
  },
  [`${remix}/single-fetch.js`]: {
    texts: [
      ["manifest.routes[m.route.id].hasClientLoader", "false"],
      ["window.__remixHdrActive", "false"],
    ],
  },
  [`${remix}/fog-of-war.js`]: {
    answers: { isFogOfWarEnabled: "true" },
    texts: [
      [/function registerElement\(el\) \{[^]*?\n {4}\}/, ""],
      [/document\.body\.querySelectorAll\([^]*?return \(\) => observer\.disconnect\(\);/, learnNearby],
    ],
  },

  // The script that scrolls to where a page was left stands in the page; nobody has it run again.
  [`${remix}/scroll-restoration.js`]: { texts: [[/\(\(STORAGE_KEY, restoreKey\) => \{[^]*?\}\)\.toString\(\)/, '""']] },

  "react-dom/client.js": { texts: [["exports.createRoot = m.createRoot;", ""]] },

  // One root, made of what the server sent: none of the ways to make one before React 18, no other root, no Internet
  // Explorer. Portals stay: Headless UI has its dialogs in one.
  "react-dom/cjs/react-dom.production.min.js": {
    texts: [
      [/exports\.createRoot=[^]*?(?=exports\.findDOMNode=)/, ""],
      [/exports\.findDOMNode=[^]*?(?=exports\.flushSync=)/, ""],
      [/exports\.hydrate=[^]*?(?=exports\.hydrateRoot=)/, ""],
      [/exports\.render=[^]*?(?=exports\.version=)/, ""],
      [/var we=!1;if\(ia\)\{var xe;[^]*?9<document\.documentMode\)\}/, "var we=!0;"],
      ['"undefined"!==typeof MSApp&&MSApp.execUnsafeLocalFunction?', "!1?"],
    ],
  },

  // Style sheets are the layout's, no route links to one of its own.
  [`${remix}/links.js`]: { answers: { isPageLinkDescriptor: "false", prefetchStyleLinks: "undefined" } },

  // Links load nothing beforehand; `meta` gives titles only; scripts with data are written on the server.
  [`${remix}/components.js`]: {
    answers: { usePrefetchBehavior: "[false, null, {}]" },
    texts: [
      ["shouldPrefetch && !isAbsolute ?", "false ?"],
      ["isPageLinkDescriptor(link) ?", "false ?"],
      [/"(?:tagName|charset|charSet|script:ld\+json)" in metaProps/, "false"],
      [
        /static: isStatic,\s+staticContext\s+\} = useDataRouterContext\(\);/,
        "} = useDataRouterContext(), isStatic = false, staticContext;",
      ],
      ["future.v3_singleFetch", "true"],
      ['!isStatic && typeof __remixContext === "object" && __remixContext.a', "false"],
      ["isSpaMode && !isHydrated", "false"],
      displayNames,
    ],
  },

  // Deferred data is single fetch's; nothing blocks a navigation or asks for a view transition; forms are sent as
  // forms. Errors for programmers have no text, as those of the two packages around it.
  "@remix-run/router/dist/router.js": {
    answers: {
      ...extend,
      warning: "undefined",
      isDeferredResult: "false",
      isDeferredData: "false",
      cancelActiveDeferreds: "[]",
      resolveNavigationDeferredResults: "undefined",
      resolveFetcherDeferredResults: "undefined",
      shouldBlockNavigation: "undefined",
      updateBlocker: "undefined",
      getBlocker: "undefined",
      deleteBlocker: "undefined",
      restoreAppliedTransitions: "undefined",
      persistAppliedTransitions: "undefined",
    },
    texts: [
      ["function invariant(value, message) {", "function invariant(value) {\n  let message;"],
      [
        /future\.v7_(?:fetcherPersist|normalizeFormMethod|partialHydration|prependBasename|relativeSplatPath|skipActionErrorRevalidation)/,
        "true",
      ],
      [/(?:opts\.)?formEncType === "(?:text\/plain|application\/json)"/, "false"],
      ["init.detectErrorBoundary", "false"],
      ["blockerKey && delta != null", "false"],
      ["if (blockerKey) {", "if (false) {"],
      ["if (blockers.size > 0) {", "if (false) {"],
      ["state.blockers.forEach((_, key) => deleteBlocker(key));", ""],
      ["appliedViewTransitions = new Map()", "appliedViewTransitions"],
      [/pendingViewTransitionEnabled = \(opts .*/, ""],
      ["if (pendingAction === Action.Pop) {", "if (false) {"],
      ["} else if (pendingViewTransitionEnabled) {", "} else if (false) {"],
    ],
  },

  // The root has an error boundary, and every page is a route with data.
  "react-router/dist/index.js": {
    answers: { ...extend, logV6DeprecationWarnings: "undefined" },
    texts: [
      hookNames,
      ["/*#__PURE__*/React.createElement(DefaultErrorComponent, null)", "null"],
      ["isDataRoute ? useNavigateStable() : useNavigateUnstable()", "useNavigateStable()"],
    ],
  },
  "react-router-dom/dist/index.js": {
    answers: extend,
    texts: [
      hookNames,
      [/\(function \((DataRouter\w*Hook)\) \{[^]*?\}\)\(\1 \|\| \(\1 = \{\}\)\);/, ""],
      ['formData && encType === "text/plain"', "false"],
      ["!viewTransitionOpts || isViewTransitionUnavailable", "true"],
      [/let \[(pendingState|renderDfd|transition|interruption), \w+\] = React\.useState\(\);/, "let $1;"],
      [/let \[vtContext, setVtContext\] = React\.useState\((\{[^}]*\})\);/, "let vtContext = $1;"],
      ["vtContext.isTransitioning && !vtContext.flushSync", "false"],
    ],
  },
};
