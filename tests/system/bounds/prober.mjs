// A thread that asks the same plain search fifty times a second, and tells how long the slowest took and how many
// failed since it was asked last.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { url, authorization } = workerData;
const EVERY_MS = 20;
const BODY = JSON.stringify({ query: { match: { title: "lamp" } }, size: 5 });

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let seen = nothing();

function nothing() {
  return { asked: 0, open: 0, slowest: 0, failed: [], late: 0 };
}

function ask(into) {
  const began = performance.now();
  const done = (problem) => {
    into.slowest = Math.max(into.slowest, performance.now() - began);
    into.open--;
    if (problem !== null) into.failed.push(problem);
  };
  into.asked++;
  into.open++;
  const headers = { authorization, "content-type": "application/json", "content-length": Buffer.byteLength(BODY) };
  const call = request(`${url}/shop/_search`, { method: "POST", agent, headers }, (answer) => {
    answer.resume();
    answer.on("end", () => done(answer.statusCode === 200 ? null : `status ${answer.statusCode}`));
  });
  call.on("error", (error) => done(String(error)));
  call.end(BODY);
}

let next = performance.now();
function tick() {
  const now = performance.now();
  // How late this thread itself is: what the machine, and not the server, adds.
  seen.late = Math.max(seen.late, now - next);
  // Not those that were missed while this thread stood still.
  next = Math.max(next + EVERY_MS, now);
  ask(seen);
  setTimeout(tick, Math.max(0, next - performance.now()));
}
tick();

// Searches under way count where they began, so all of them are waited for.
parentPort.on("message", () => {
  const told = seen;
  seen = nothing();
  const tell = () => (told.open > 0 ? setTimeout(tell, 5) : parentPort.postMessage(told));
  tell();
});
