// A line of little width and long trips, in front of a server: unlike a browser's own emulation it makes a connection
// wait too.
import { connect, createServer } from "node:net";

const PACKET = 1400;

/**
 * Passes bytes on in their order, each packet half a trip after it fits through the line, of `width` bytes a
 * millisecond, and not before `from`. Connections on one line share its `clock`, which knows when it is free.
 */
function lateWriter({ socket, from, trip, width, clock }) {
  const waiting = [];
  const passOn = () => {
    while (waiting.length > 0 && waiting[0].at <= performance.now()) {
      const { packet } = waiting.shift();
      if (socket.writable) socket.write(packet);
    }
    if (waiting.length > 0) setTimeout(passOn, waiting[0].at - performance.now());
  };
  return (bytes) => {
    const idle = waiting.length === 0;
    for (let at = 0; at < bytes.length; at += PACKET) {
      const packet = bytes.subarray(at, at + PACKET);
      clock.free = Math.max(clock.free, performance.now(), from) + packet.length / width;
      waiting.push({ packet, at: clock.free + trip / 2 });
    }
    if (idle) passOn();
  };
}

/**
 * A server that passes on to a port over a slow line: `trip` milliseconds there and back, `width` bytes a millisecond
 * each way.
 */
export async function slowLine({ port, trip, width }) {
  const up = { free: 0 };
  const down = { free: 0 };
  const open = new Set();
  const server = createServer((browser) => {
    const target = connect(port, "127.0.0.1");
    // The browser takes it for connected at once; what it says waits as long as it would have for the connection.
    const from = performance.now() + trip;
    browser.on("data", lateWriter({ socket: target, from, trip, width, clock: up }));
    target.on("data", lateWriter({ socket: browser, from, trip, width, clock: down }));
    for (const socket of [browser, target]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => open.delete(socket));
    }
    browser.on("close", () => target.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}
