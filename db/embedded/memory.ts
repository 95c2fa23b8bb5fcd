import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

/** What a data directory remembers between starts. Readable by its owner alone: it holds passwords. */
export interface Memory {
  port: number;
  ownerPassword: string;
  appPassword: string;
}

const fileName = "postgres.json";

/** What is remembered, and nothing made up; undefined where a part is missing. */
export function remembered(dataDir: string): Memory | undefined {
  const { port, ownerPassword, appPassword } = readJson(path.join(dataDir, fileName)) as Partial<Memory>;
  return port && ownerPassword && appPassword ? { port, ownerPassword, appPassword } : undefined;
}

export async function recall(dataDir: string): Promise<Memory> {
  const file = path.join(dataDir, fileName);
  const known = readJson(file);
  const memory: Memory = {
    port: typeof known.port === "number" ? known.port : 0,
    ownerPassword: typeof known.ownerPassword === "string" ? known.ownerPassword : secret(),
    appPassword: typeof known.appPassword === "string" ? known.appPassword : secret(),
  };
  memory.port = await freePort(memory.port);
  remember(dataDir, memory);
  return memory;
}

export function remember(dataDir: string, memory: Memory): void {
  const file = path.join(dataDir, fileName);
  writePrivate(file, `${JSON.stringify(memory, null, 2)}\n`);
}

/** Written aside, flushed and renamed: a crash leaves the old content or the new one, never half a password. */
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  const handle = fs.openSync(draft, "w", 0o600);
  try {
    fs.writeSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(draft, file);
}

/** A generated value kept in a file only its owner can read. */
export function keptSecret(file: string): string {
  const known = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : "";
  if (known.length >= 32) return known;
  const made = secret();
  writePrivate(file, `${made}\n`);
  return made;
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

function readJson(file: string): Record<string, unknown> {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, unknown>) : {};
}

/** The wanted port when nobody listens there, any free one otherwise. */
export async function freePort(wanted = 0, host = "127.0.0.1"): Promise<number> {
  const port = await tryPort(wanted, host);
  return port ?? (await freePort(0, host));
}

function tryPort(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (port !== 0 && (error.code === "EADDRINUSE" || error.code === "EACCES")) resolve(undefined);
      else reject(error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : undefined));
    });
  });
}
