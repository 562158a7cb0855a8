import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Node has no way to make a certificate of its own. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** An authority and a certificate for 127.0.0.1 signed by it, as PEM texts; made in this folder. */
export function makeCertificates(folder: string): { ca: string; key: string; cert: string } {
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.pem"),
    "-days",
    "2",
    "-subj",
    "/CN=test authority",
  );
  openssl(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    at("node.key"),
    "-out",
    at("node.pem"),
    "-days",
    "2",
    "-subj",
    "/CN=node",
    "-CA",
    at("ca.pem"),
    "-CAkey",
    at("ca.key"),
    "-addext",
    "subjectAltName=IP:127.0.0.1",
  );
  const read = (name: string) => readFileSync(at(name), "utf8");
  return { ca: read("ca.pem"), key: read("node.key"), cert: read("node.pem") };
}
