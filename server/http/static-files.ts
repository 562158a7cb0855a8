import { existsSync, readdirSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import express, { type RequestHandler, type Router } from "express";

const types: Record<string, string> = { ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8" };

/**
 * Answers with the file that the build compressed at its leisure (`x.js.br`), where there is one and the browser takes
 * it.
 */
function precompressed(folder: string): RequestHandler {
  const known = new Map<string, boolean>();
  return (request, response, next) => {
    const type = types[extname(request.path)];
    if (type === undefined || request.acceptsEncodings("br") !== "br") return next();
    // `normalize` on a path that starts with a slash cannot leave the folder.
    const path = normalize(request.path);
    const there = known.get(path) ?? existsSync(join(folder, `${path}.br`));
    if (there) {
      known.set(path, true);
      request.url = `${path}.br`;
      response.set({ "Content-Encoding": "br", "Content-Type": type });
    }
    response.vary("Accept-Encoding");
    next();
  };
}

/**
 * What helmet sets for pages means nothing for a script or a style sheet, and seven files carry it over a slow line.
 */
const forPages = [
  ...[
    "Cross-Origin-Opener-Policy",
    "Origin-Agent-Cluster",
    "Referrer-Policy",
    "X-DNS-Prefetch-Control",
    "X-Download-Options",
  ],
  ...["X-Permitted-Cross-Domain-Policies", "X-XSS-Protection", "X-Request-Id"],
];

const withoutPageHeaders: RequestHandler = (_request, response, next) => {
  for (const name of forPages) response.removeHeader(name);
  next();
};

/** The built assets, whose names carry a hash (kept for a year), and the files of `public/` (kept for an hour). */
export function staticFiles({ publicFolder }: { publicFolder: string }): Router {
  const router = express.Router();
  const options = { index: false, redirect: false, dotfiles: "ignore" } as const;
  router.use(
    "/build",
    withoutPageHeaders,
    precompressed(`${publicFolder}/build`),
    // Their names change with what is in them, so nobody asks whether they have.
    express.static(`${publicFolder}/build`, {
      ...options,
      immutable: true,
      maxAge: "1y",
      etag: false,
      lastModified: false,
      acceptRanges: false,
    }),
  );
  router.use("/build", (_request, response) => {
    response.removeHeader("Content-Encoding");
    response.status(404).set("Cache-Control", "no-store").type("text/plain").send("No such file.\n");
  });
  // Looked for once: every page would else ask the disk for a file of its name.
  const files = existsSync(publicFolder)
    ? readdirSync(publicFolder, { withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  const names = new Set(files.map(({ name }) => `/${name}`));
  const plain = express.static(publicFolder, { ...options, maxAge: "1h" });
  router.use((request, response, next) => {
    if (names.has(request.path)) plain(request, response, next);
    else next();
  });
  return router;
}
