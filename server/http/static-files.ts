import express, { type Router } from "express";

/** The built assets, whose names carry a hash (kept for a year), and the files of `public/` (kept for an hour). */
export function staticFiles({ publicFolder }: { publicFolder: string }): Router {
  const router = express.Router();
  const options = { index: false, redirect: false, dotfiles: "ignore" } as const;
  router.use("/build", express.static(`${publicFolder}/build`, { ...options, immutable: true, maxAge: "1y" }));
  router.use("/build", (_request, response) => {
    response.status(404).set("Cache-Control", "no-store").type("text/plain").send("No such file.\n");
  });
  router.use(express.static(publicFolder, { ...options, maxAge: "1h" }));
  return router;
}
