// A static server on loopback that counts what it hands out. Nothing is compressed or
// cached: both reports are as many bytes on the way as on disk.
import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

export async function serve(root) {
  const files = new Map();
  const counted = { bytes: 0, requests: 0 };
  const server = createServer((request, response) => {
    const path = join(root, normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
    if (!files.has(path) && existsSync(path) && statSync(path).isFile()) files.set(path, readFileSync(path));
    const body = files.get(path);
    if (!body) return response.writeHead(404).end();
    counted.bytes += body.length;
    counted.requests++;
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream", "content-length": body.length, "cache-control": "no-store" }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    at: (path) => `http://127.0.0.1:${server.address().port}/${path}`,
    taken() { const was = { ...counted }; counted.bytes = counted.requests = 0; return was; },
    close: () => server.close(),
  };
}
